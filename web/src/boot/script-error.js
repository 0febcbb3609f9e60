// Replaces the loading overlay with an error page and a retry button if the app's script or one of its static imports
// cannot be fetched. No other script of the app runs then, so this is a classic script outside the bundle.
addEventListener(
  'error',
  function (event) {
    // Only module scripts are needed to draw the app; the browser may block a classic one, such as analytics.
    if (!(event.target instanceof HTMLScriptElement) || event.target.type !== 'module') return;
    document.getElementById('loading-overlay').replaceChildren(document.getElementById('script-error').content.cloneNode(true));
  },
  // Resource errors do not bubble, so they must be captured.
  true,
);
