# cmake --install: the library with its headers, for find_package(Foray) and pkg-config, and the command. A header that is not installed is
# not public.
#   cmake --install build --component foray_library    the library alone
include(CMakePackageConfigHelpers)

get_property(public_rooms GLOBAL PROPERTY FORAY_PUBLIC_ROOMS)
set(public_targets ${public_rooms})
list(TRANSFORM public_targets PREPEND foray_)
install(TARGETS ${public_targets} EXPORT ForayTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT foray_library
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT foray_library)
foreach(room IN LISTS public_rooms)
  install(DIRECTORY src/${room}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT foray_library)
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Foray)
install(EXPORT ForayTargets NAMESPACE foray:: DESTINATION ${package} COMPONENT foray_library)
configure_package_config_file(cmake/ForayConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/ForayConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ForayConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ForayConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ForayConfigVersion.cmake DESTINATION ${package}
        COMPONENT foray_library)

# A linker that reads archives once wants users before those they use: the rooms in the reverse of their order.
set(pc_libraries)
foreach(room IN LISTS public_rooms)
  string(PREPEND pc_libraries "-lforay_${room} ")
endforeach()
set(pc_definitions)
if(NOT FORAY_JSON)
  set(pc_definitions " -DFORAY_NO_JSON")
endif()
file(RELATIVE_PATH pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)  # wherever the whole is moved to
configure_file(cmake/foray.pc.in ${CMAKE_CURRENT_BINARY_DIR}/foray.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/foray.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT foray_library)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT foray_library)

if(FORAY_UAI)
  install(TARGETS foray_uai_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT foray_command)
  install(FILES deploy/foray-uai.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT foray_command)
endif()
if(FORAY_COMMAND)
  install(TARGETS foray RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT foray_command)
  install(PROGRAMS deploy/foray-page DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT foray_command)
  install(FILES deploy/foray-page.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT foray_command)
  install(FILES deploy/foray.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT foray_command)
  install(FILES web/public/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME foray.svg COMPONENT foray_command)
  install(FILES deploy/foray-serve.service deploy/foray-worker.service DESTINATION lib/systemd/system COMPONENT foray_command)
  # The command writes its own manual; one that is built for another kind of machine cannot be asked here.
  if(NOT CMAKE_CROSSCOMPILING)
    set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
    install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" -DFORAY=$<TARGET_FILE:foray> \"-DOUT=${manual}\" -P \"${CMAKE_CURRENT_SOURCE_DIR}/cmake/manual.cmake\" COMMAND_ERROR_IS_FATAL ANY)"
            COMPONENT foray_command)
    install(DIRECTORY ${manual}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT foray_command)
    install(FILES ${manual}/bash/foray DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT foray_command)
    install(FILES ${manual}/zsh/_foray DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT foray_command)
    install(FILES ${manual}/fish/foray.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT foray_command)
  endif()
  # The site of docs/, where script/docs made it; `foray serve` finds it there.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/foray/docs COMPONENT foray_documentation OPTIONAL)
endif()
