"use strict";
/* Sends the form that takes a result to an application. Without this script its button does. */
document.querySelector("form[data-send]").submit();
