// Sets the page's language to the stored preference, before any module reads it (messages/format.ts). It runs as a
// classic script in the page's head, outside the bundle. The public pages are in English.
(function () {
  try {
    var language = JSON.parse(localStorage.getItem('preferences') || '{}').language;
    if (/^(de|es)$/.test(language)) document.documentElement.lang = language;
  } catch {
    // Nothing valid is stored: the page is in English.
  }
})();
