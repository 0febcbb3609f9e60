// Replaces the loading overlay by a page with a way to try again when the app's own script or one of its static imports cannot be
// fetched. Then no other script of the app runs, so this is a classic script outside the bundle.
addEventListener(
  'error',
  function (event) {
    // Classic scripts are not needed to draw the app; a browser may block the one that counts page views.
    if (!(event.target instanceof HTMLScriptElement) || event.target.type !== 'module') return;
    document.getElementById('loading-overlay').replaceChildren(document.getElementById('script-failure').content.cloneNode(true));
  },
  // Errors of resources do not bubble.
  true,
);
