// Shows the texts of the loading overlay in the page's language. They are in the page itself, as attributes, because the
// catalog is only loaded later, or not at all. It runs as a classic script behind the overlay, outside the bundle.
(function () {
  var language = document.documentElement.lang;
  [document, document.getElementById('script-error').content].forEach(function (root) {
    root.querySelectorAll('[data-' + language + ']').forEach(function (element) {
      element.textContent = element.dataset[language];
    });
  });
})();
