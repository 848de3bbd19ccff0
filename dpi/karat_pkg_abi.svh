// SPDX-License-Identifier: Apache-2.0
// --- the library's ABI -------------------------------------------------------------------------------------

// The KARAT_ABI_VERSION of dpi/karat.h that this package needs.
localparam int unsigned KARAT_ABI_VERSION = 2;

// Ends the simulation if the loaded library has another ABI, whose results could not be trusted.
function automatic bit karat_check_abi();
  int unsigned found = karat_dpi_abi_version();
  if (found == KARAT_ABI_VERSION) return 1'b1;
  $fatal(1, "karat_pkg needs ABI version %0d of libkarat_dpi, but the library of karat %s has version %0d",
         KARAT_ABI_VERSION, karat_dpi_version(), found);
  return 1'b0;
endfunction

/* verilator lint_off UNUSEDSIGNAL */  // the check is its initialisation, at time 0 and before every process
bit karat_abi_is_checked = karat_check_abi();
/* verilator lint_on UNUSEDSIGNAL */
