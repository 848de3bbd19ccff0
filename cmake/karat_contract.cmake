# SPDX-License-Identifier: Apache-2.0
# CONTRACT of karat_add_rtl_check(): the adapter that karat makes from a contract is the top module, and the
# contract gives the specification, the lanes and the modes.
include_guard(GLOBAL)

# Stops with an error if the call gives what the contract gives. Uses arg_* of the caller.
function(_karat_require_contract_call)
  foreach(word TOP SOURCES FILELIST SPEC INSTRUCTION ARCH LANES MODE_BITS MODES)
    if(DEFINED arg_${word})
      _karat_refuse("${word} is given with CONTRACT, which says it")
    endif()
  endforeach()
endfunction()

# The program that makes the adapter: that of the same installation.
function(_karat_program result)
  get_filename_component(program ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../bin/karat ABSOLUTE)
  if(NOT EXISTS ${program})
    _karat_refuse("CONTRACT needs an installed karat, which makes the adapter; there is no ${program}")
  endif()
  set(${result} ${program} PARENT_SCOPE)
endfunction()

# Makes the adapter in `folder`, and sets arg_TOP, arg_FILELIST, arg_LANES and arg_MODE_BITS of the caller.
# PARAMS go into the adapter, which instantiates the unit.
function(_karat_make_adapter contract folder)
  _karat_program(program)
  set(words adapter ${contract} --out ${folder}.new)
  if(NOT arg_SYSTEMC)
    list(APPEND words --events)  # only the harness without SystemC reads them
  endif()
  foreach(parameter IN LISTS arg_PARAMS)
    list(APPEND words --param ${parameter})
  endforeach()
  execute_process(COMMAND ${program} ${words} RESULT_VARIABLE status ERROR_VARIABLE error OUTPUT_QUIET)
  if(NOT status EQUAL 0)
    string(STRIP "${error}" error)
    _karat_refuse("${error}")
  endif()
  # a file that is as before keeps its time, so that nothing is built again
  file(MAKE_DIRECTORY ${folder})
  file(GLOB made RELATIVE ${folder}.new ${folder}.new/*)
  foreach(file IN LISTS made)
    file(COPY_FILE ${folder}.new/${file} ${folder}/${file} ONLY_IF_DIFFERENT)
  endforeach()
  # a changed contract is a changed adapter
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${contract})
  file(READ ${contract} text)
  string(JSON m GET "${text}" lanes 0)
  string(JSON n GET "${text}" lanes 1)
  string(JSON options ERROR_VARIABLE no_options LENGTH "${text}" verilator)
  if(no_options STREQUAL "NOTFOUND" AND options GREATER 0)
    math(EXPR last "${options} - 1")
    foreach(i RANGE ${last})
      string(JSON word GET "${text}" verilator ${i})
      list(APPEND arg_VERILATOR_ARGS ${word})
    endforeach()
    set(arg_VERILATOR_ARGS ${arg_VERILATOR_ARGS} PARENT_SCOPE)
  endif()
  string(JSON bits ERROR_VARIABLE none GET "${text}" mode bits)
  set(arg_TOP karat_adapter PARENT_SCOPE)
  set(arg_FILELIST ${folder}/karat_adapter.f PARENT_SCOPE)
  set(arg_LANES ${m}x${n} PARENT_SCOPE)
  set(arg_PARAMS "" PARENT_SCOPE)
  if(none STREQUAL "NOTFOUND")
    set(arg_MODE_BITS ${bits} PARENT_SCOPE)
  endif()
endfunction()
