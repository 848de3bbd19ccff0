# SPDX-License-Identifier: Apache-2.0
# What does not depend on the unit is compiled once for all checks with the same flags: Verilator's run-time
# library and the main function of the program.
include_guard(GLOBAL)

# This C++ is not the user's, so the user's warning flags and -Werror must not apply. -O2 if there is no build
# type.
function(_karat_foreign_code target)
  target_include_directories(${target} SYSTEM PRIVATE ${VERILATOR_ROOT}/include
                                                      ${VERILATOR_ROOT}/include/vltstd)
  target_compile_options(${target} PRIVATE -w $<$<STREQUAL:$<CONFIG>,>:-O2>)
  set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_INCLUDE_WHAT_YOU_USE "")
endfunction()

# The flags that a folder and the build give to the sources of its targets, as a text.
function(_karat_folder_flags result)
  set(flags "${CMAKE_CXX_FLAGS};${CMAKE_CXX_STANDARD};${CMAKE_POSITION_INDEPENDENT_CODE}")
  foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)
    get_directory_property(value ${property})
    string(APPEND flags ";${value}")
  endforeach()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# After verilate(): compiles a small model in two parts, what runs often and what runs once. Verilator writes
# it as a dozen files, and the compiler spends most of its time on the headers that each of them includes. The
# files of a large model stay apart, so that they can be compiled in parallel.
function(_karat_join_model)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_NAME}.dir)
  include(${folder}/Vcandidate.dir/Vcandidate_copy.cmake)
  list(LENGTH Vcandidate_CLASSES_FAST number)
  if(number GREATER 8)
    return()
  endif()
  foreach(speed FAST SLOW)
    set(parts ${Vcandidate_CLASSES_${speed}} ${Vcandidate_SUPPORT_${speed}})
    if(parts)
      list(JOIN parts "\"\n#include \"" includes)
      string(TOLOWER ${speed} name)
      set(joined ${folder}/karat/Vcandidate_${name}.cpp)
      file(CONFIGURE OUTPUT ${joined} CONTENT "#include \"@includes@\"\n" @ONLY)
      set_source_files_properties(${parts} PROPERTIES HEADER_FILE_ONLY ON)
      target_sources(${arg_NAME} PRIVATE ${joined})
      list(GET parts 0 part)
      get_source_file_property(flags ${part} COMPILE_FLAGS)  # verilate() gives all parts the same
      if(flags)
        set_source_files_properties(${joined} PROPERTIES COMPILE_FLAGS "${flags}")
      endif()
    endif()
  endforeach()
endfunction()

# After verilate(): takes the files of the run-time library out of the check (arg_NAME of the caller) and
# links it with the objects of a target that all checks with the same flags share. `main`: the source of the
# main function; SystemC's program has its own.
function(_karat_share_harness main)
  include(${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_NAME}.dir/Vcandidate.dir/Vcandidate_copy.cmake)
  set(shared ${Vcandidate_GLOBAL})
  get_target_property(sources ${arg_NAME} SOURCES)
  list(REMOVE_ITEM sources ${shared})
  set_target_properties(${arg_NAME} PROPERTIES SOURCES "${sources}")
  set_source_files_properties(${shared} PROPERTIES COMPILE_FLAGS "")  # verilate() adds the check's flags
  if(NOT arg_SYSTEMC)
    list(APPEND shared ${main})
  endif()

  get_target_property(options ${arg_NAME} COMPILE_OPTIONS)
  get_target_property(definitions ${arg_NAME} COMPILE_DEFINITIONS)
  list(FILTER definitions EXCLUDE REGEX "^KARAT_|TARGET_PROPERTY")
  if(NOT options)
    set(options)
  endif()
  list(APPEND options ${Vcandidate_USER_CFLAGS})
  foreach(kind COVERAGE SC TRACE_VCD TRACE_FST)  # as verilate() defines them for the check
    list(APPEND definitions VM_${kind}=$<BOOL:${Vcandidate_${kind}}>)
  endforeach()
  list(APPEND definitions VM_TRACE=$<OR:$<BOOL:${Vcandidate_TRACE_VCD}>,$<BOOL:${Vcandidate_TRACE_FST}>>)
  _karat_folder_flags(flags)
  string(MD5 key "${shared};${options};${definitions};${flags}")
  string(SUBSTRING ${key} 0 12 key)
  set(harness karat_check_harness_${key})
  if(NOT TARGET ${harness})
    add_library(${harness} OBJECT ${shared})
    target_compile_definitions(${harness} PRIVATE ${definitions})
    target_compile_options(${harness} PRIVATE ${options})
    target_compile_features(${harness} PRIVATE cxx_std_11)
    target_link_libraries(${harness} PRIVATE karat::cli $<$<BOOL:${arg_SYSTEMC}>:karat::cosim>)
    if(arg_WAVES)
      target_link_libraries(${harness} PRIVATE ZLIB::ZLIB)
    endif()
    _karat_foreign_code(${harness})
  endif()
  target_link_libraries(${arg_NAME} PRIVATE ${harness})
endfunction()
