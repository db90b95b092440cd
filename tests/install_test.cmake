# The library as others use it: installed into an empty prefix, and the programs of examples/cpp built there, with nothing of this tree in
# sight. cmake -DBUILD=... -DSOURCE=... -DCONFIG=... -DCOMPILER=... -P install_test.cmake
set(place ${BUILD}/install_test)
file(REMOVE_RECURSE ${place})
file(MAKE_DIRECTORY ${place})

function(run out)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${code}\n${said}")
  endif()
  set(${out} "${said}" PARENT_SCOPE)
endfunction()
function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "expected ${pattern} in:\n${text}")
  endif()
endfunction()

run(said ${CMAKE_COMMAND} --install ${BUILD} --component foray_library --prefix ${place}/first)
file(RENAME ${place}/first ${place}/prefix)  # nothing in it may know where it was put
file(COPY ${SOURCE}/examples/cpp DESTINATION ${place})
file(WRITE ${place}/cpp/signature.cpp "#include <cstdio>\n#include \"foray/engine/bench.h\"\n#include \"foray/foray.h\"\n"
     "int main() { std::printf(\"%llu\\n\", static_cast<unsigned long long>(foray::run_bench({}, 0, {}).nodes)); }\n")
file(APPEND ${place}/cpp/CMakeLists.txt "add_executable(signature signature.cpp)\ntarget_link_libraries(signature PRIVATE foray::foray)\n")
run(said ${CMAKE_COMMAND} -G Ninja -S ${place}/cpp -B ${place}/build -DCMAKE_PREFIX_PATH=${place}/prefix -DCMAKE_BUILD_TYPE=${CONFIG}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run(said ${CMAKE_COMMAND} --build ${place}/build)

run(said ${place}/build/count_moves ataxx 4)
expect("${said}" "^155888\n$")
run(said ${place}/build/solve_board random:7 3x3)
expect("${said}" "^value [-+][0-9]+\nbest play( [a-c][1-3])+\n$")
run(said ${BUILD}/apps/foray/foray solve --game wargame --board random:7:3x3)
set(of_command "${said}")
run(said ${place}/build/solve_board random:7 3x3)
string(REGEX MATCH "value ([-+][0-9]+)" value "${said}")
expect("${of_command}" "\\${CMAKE_MATCH_1}")
run(said ${place}/build/own_player ataxx 1)
expect("${said}" "Black \"greedy\"")
expect("${said}" "Result \"(1-0|0-1|1/2-1/2)\"")
run(said ${BUILD}/apps/foray/foray duel "uai[sandbox=no]:${place}/build/own_engine" random --game ataxx --games 2)
expect("${said}" "Greedy|own_engine")

# The same search in a program that somebody else built, in the engine alone and in the command.
run(of_command ${BUILD}/apps/foray/foray bench)
string(REGEX MATCH "Bench: ([0-9]+)" signature "${of_command}")
set(signature ${CMAKE_MATCH_1})
run(said ${place}/build/signature)
expect("${said}" "^${signature}\n$")
foreach(instructions baseline avx2 avx512)
  file(WRITE ${place}/bench "bench\nquit\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env FORAY_INSTRUCTIONS=${instructions} ${BUILD}/apps/uai/foray-uai INPUT_FILE ${place}/bench OUTPUT_VARIABLE said)
  expect("${said}" "bench nodes ${signature} ")
endforeach()

# The same without CMake.
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG)
  file(GLOB_RECURSE pc ${place}/prefix/foray.pc)
  cmake_path(GET pc PARENT_PATH folder)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  run(flags ${PKG_CONFIG} --static --cflags --libs foray)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(said ${COMPILER} -std=c++20 ${place}/cpp/count_moves.cpp -o ${place}/count_moves ${flags})
  run(said ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${folder}/.. ${place}/count_moves wargame 3)
  expect("${said}" "^42840\n$")
endif()

# Taken into another project: the rules, engine and solver alone, without a single package.
file(WRITE ${place}/inside/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(inside LANGUAGES CXX)\nadd_subdirectory(${SOURCE} foray)\n"
     "add_executable(count_moves ${SOURCE}/examples/cpp/count_moves.cpp)\ntarget_link_libraries(count_moves PRIVATE foray::rules foray::notation)\n")
set(hidden)
foreach(package nlohmann_json CLI11 fmt Boost tomlplusplus GIF PNG GTest rapidcheck benchmark)
  list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
run(said ${CMAKE_COMMAND} -G Ninja -S ${place}/inside -B ${place}/inside/build ${hidden} -DCMAKE_CXX_COMPILER=${COMPILER})
run(said ${CMAKE_COMMAND} --build ${place}/inside/build --target foray_rules)
file(REMOVE_RECURSE ${place})
