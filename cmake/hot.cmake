# The hot files of a room once more for newer x86-64 processors; board/instructions.h chooses among the copies at run time.
#
# A copy is one object in which everything but its entries (foray_hot_*) is local: inline functions and templates, the standard library's
# among them, are compiled with the newer instructions there, and the linker, which keeps one of several equal ones, must not give them to
# anybody else.
set(dispatches OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_LINKER AND CMAKE_OBJCOPY
   AND CMAKE_BUILD_TYPE MATCHES "Rel" AND NOT FORAY_NATIVE AND NOT FORAY_WASM AND NOT FORAY_SANITIZE)
  set(dispatches ON)
endif()
option(FORAY_DISPATCH "Compile what is hot for newer processors too, and choose at run time" ${dispatches})

# No fused multiplications: every copy gives the same numbers.
set(flags_avx2 -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt)
set(flags_avx512 ${flags_avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl)

# foray_hot(ROOM FILE...): the room's sources call FORAY_HOT_CHOICE.
function(foray_hot room)
  if(NOT FORAY_DISPATCH)
    return()
  endif()
  foreach(level avx2 avx512)
    set(copy foray_${room}_${level})
    add_library(${copy} OBJECT ${ARGN})
    target_include_directories(${copy} PRIVATE $<TARGET_PROPERTY:foray_${room},INCLUDE_DIRECTORIES> src/${room})
    target_compile_options(${copy} PRIVATE $<TARGET_PROPERTY:foray_${room},COMPILE_OPTIONS> ${flags_${level}} -ffp-contract=off
                           $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)  # such symbols cannot be made local
    target_compile_definitions(${copy} PRIVATE FORAY_HOT FORAY_HOT_LEVEL=${level})
    target_link_libraries(${copy} PRIVATE foray_options)
    set_target_properties(${copy} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/hot/${copy}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/hot
      COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${object}.all $<TARGET_OBJECTS:${copy}>
      COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=foray_hot_* ${object}.all ${object}
      COMMAND ${CMAKE_COMMAND} -E rm ${object}.all
      DEPENDS ${copy} $<TARGET_OBJECTS:${copy}>
      COMMENT "One object of ${copy}" VERBATIM COMMAND_EXPAND_LISTS)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_sources(foray_${room} PRIVATE ${object})
  endforeach()
  target_compile_definitions(foray_${room} PRIVATE FORAY_DISPATCH)
endfunction()
