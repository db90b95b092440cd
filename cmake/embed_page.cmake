# Writes the C++ file that holds the page: cmake -DFOLDER=web/dist -DOUT=page_files.cpp -P embed_page.cmake
# The bytes are taken by the assembler; as C++ literals they would take minutes to compile.
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(bytes "")
set(names "")
set(rows "")
set(number 0)
foreach(file IN LISTS files)
  string(APPEND bytes "    \"foray_page_${number}:\\n.incbin \\\"${FOLDER}/${file}\\\"\\nforay_page_${number}_end:\\n\"\n")
  string(APPEND names "extern const char foray_page_${number}[];\nextern const char foray_page_${number}_end[];\n")
  string(APPEND rows "        row(\"/${file}\", foray_page_${number}, foray_page_${number}_end),\n")
  math(EXPR number "${number} + 1")
endforeach()
set(text "// Made by cmake/embed_page.cmake from the files of web/dist.\n#include <vector>\n\n#include \"foray/server/site.h\"\n\n")
if(files)
  string(APPEND text "asm(\".pushsection .rodata\\n\"\n${bytes}    \".popsection\\n\");\n\nextern \"C\" {\n${names}}\n\n")
  string(APPEND text "static foray::server::PageFile row(const char* path, const char* begin, const char* end) {\n"
                     "    return {path, {begin, static_cast<std::size_t>(end - begin)}};\n}\n\n")
endif()
string(APPEND text "std::span<const foray::server::PageFile> foray::server::built_in_page() {\n"
                   "    static const std::vector<PageFile> files = {\n${rows}    };\n    return files;\n}\n")
file(WRITE ${OUT}.new "${text}")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
