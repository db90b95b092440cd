# What makes a mistake in the program harder to use against whoever runs it. Rooms that read what strangers send are compiled with checks;
# the searches are not, where every instruction counts and nothing comes from outside but through those rooms. Sanitized builds have
# stronger checks of their own.
function(foray_harden_rooms)
  if(FORAY_SANITIZE OR FORAY_WASM)
    return()
  endif()
  foreach(room IN LISTS ARGN)
    if(NOT TARGET foray_${room})
      continue()  # left out of this build
    endif()
    # Stack protector: a buffer that overflows does not reach the return address. Stack clash: no stack grows past its guard page.
    target_compile_options(foray_${room} PRIVATE -fstack-protector-strong -fstack-clash-protection)
    # Control-flow enforcement (CET), on machines that have it: jumps only to where jumps are meant to go.
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      target_compile_options(foray_${room} PRIVATE -fcf-protection=full)
    endif()
    # Checked copies and formats of the C library, which need an optimised build, and checked indexes of the standard library.
    target_compile_options(foray_${room} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
    target_compile_definitions(foray_${room} PRIVATE _GLIBCXX_ASSERTIONS)
  endforeach()
endfunction()

# Full RELRO: what the loader has resolved cannot be written any more. No code on the stack. (Debian's compilers make programs that can lie anywhere,
# PIE, by themselves.)
function(foray_harden_program name)
  if(FORAY_SANITIZE OR FORAY_WASM OR NOT TARGET ${name})
    return()
  endif()
  target_link_options(${name} PRIVATE -Wl,-z,relro,-z,now,-z,noexecstack)
endfunction()
