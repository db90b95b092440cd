# Writes OUT, a header with the commit of the clone SOURCE, or COMMIT where one is named. cmake -DSOURCE=... -DCOMMIT=... -DOUT=... -P commit.cmake
set(commit "${COMMIT}")
if(NOT commit)
  # -c: whoever builds need not own the clone.
  execute_process(COMMAND git -c safe.directory=* rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(WRITE ${OUT} "#define FORAY_COMMIT \"${commit}\"\n")
