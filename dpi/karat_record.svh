// SPDX-License-Identifier: Apache-2.0
// --- a record of the answers -------------------------------------------------------------------------------

// For the end of a report with wrong results: how to have their causes named. "" if the answers are being
// recorded, because the library then says it itself when it has written the file.
function automatic string karat_record_hint();
  if (karat_dpi_record_path() != "") return "";
  return {"to find the causes, run it again with KARAT_RECORD=answers.vec in the environment, ",
          "then karat diagnose answers.vec"};
endfunction
