# SPDX-License-Identifier: Apache-2.0
# Install rules, for find_package(karat) and pkg-config. share/karat has the layout of the source tree: the
# installed program finds the reference RTL there, and karat_add_rtl_check() the C++ sources of the harness.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/karat)
set(KARAT_DATA share/karat)

install(TARGETS karat_model karat_coverage karat_gemm karat_sweep karat_tb karat_probe karat_cli
        EXPORT karatTargets)
install(EXPORT karatTargets NAMESPACE karat:: DESTINATION ${package})
# A separate export set, because users of the C ABI do not need Boost.
install(TARGETS karat_dpi karat_dpi_static EXPORT karatDpiTargets)
install(EXPORT karatDpiTargets NAMESPACE karat:: DESTINATION ${package})
install(FILES dpi/karat.h tb/karat_probe/target/karat_target.h DESTINATION include)
if(TARGET karat_systemc)
  install(TARGETS karat_systemc karat_cosim EXPORT karatSystemcTargets)
  install(EXPORT karatSystemcTargets NAMESPACE karat:: DESTINATION ${package})
endif()

foreach(headers model/karat model/gemm/karat_gemm sweep/karat_sweep tb/karat_coverage tb/karat_tb
                tb/karat_probe cli/karat_cli)
  install(DIRECTORY ${headers} DESTINATION include
          FILES_MATCHING PATTERN *.hpp PATTERN *-inl.hpp EXCLUDE PATTERN highway.hpp EXCLUDE)
endforeach()
if(TARGET karat_systemc)
  foreach(headers model/systemc/karat_systemc tb/systemc/karat_cosim)
    install(DIRECTORY ${headers} DESTINATION include FILES_MATCHING PATTERN *.hpp)
  endforeach()
endif()
install(DIRECTORY tb/candidate tb/adapter DESTINATION ${KARAT_DATA}/tb)
install(DIRECTORY cli/check_program DESTINATION ${KARAT_DATA}/cli)
install(DIRECTORY rtl_ref DESTINATION ${KARAT_DATA})
foreach(folder dpi tb/sv tb/uvm)
  install(DIRECTORY ${folder}/ DESTINATION ${KARAT_DATA}/${folder} USE_SOURCE_PERMISSIONS
          FILES_MATCHING PATTERN *.sv PATTERN *.svh PATTERN *.f PATTERN *.core PATTERN *.sh
          PATTERN karat_dpi EXCLUDE)
endforeach()
# The contracts of the example units, which lead to each other's files as in the source tree.
install(DIRECTORY examples/bring_your_own_rtl DESTINATION ${KARAT_DATA}/examples)
install(DIRECTORY tests/rtl/units DESTINATION ${KARAT_DATA}/tests/rtl)
install(FILES Bender.yml DESTINATION ${KARAT_DATA})
install(FILES cmake/karat_add_rtl_check.cmake cmake/karat_contract.cmake cmake/karat_harness.cmake
        DESTINATION ${KARAT_DATA}/cmake)
install(FILES LICENSE DESTINATION ${KARAT_DATA})

configure_package_config_file(cmake/karatConfig.cmake.in karatConfig.cmake INSTALL_DESTINATION ${package}
                              PATH_VARS KARAT_DATA)
write_basic_package_version_file(karatConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/karatConfig.cmake ${PROJECT_BINARY_DIR}/karatConfigVersion.cmake
        DESTINATION ${package})

# For pkg-config. The prefix is relative to the folder of karat.pc, so the installation can be moved.
string(REGEX REPLACE "[^/]+" ".." karat_prefix ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(cmake/karat.pc.in karat.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/karat.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
