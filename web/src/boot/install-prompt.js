// Keeps the browser's offer to install the app for platform/install.ts, which is loaded later, and prevents the browser's
// own notice. It runs as a classic script in the page's head, outside the bundle.
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault();
  window.installPrompt = event;
});
