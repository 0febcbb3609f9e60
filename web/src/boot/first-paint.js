// Applies the stored theme and appearance before the first paint, so the page does not flash in the wrong colors. It runs
// as a classic script in the page's head, outside the bundle. It only applies what was stored; the core decides which
// theme is active, and shell/appearance.ts applies later changes of the appearance.
(function () {
  var root = document.documentElement;
  var preferences = {};
  var system = matchMedia('(prefers-color-scheme: dark)');
  function draw() {
    var theme = system.matches ? 'dark' : 'light';
    var chosen = {};
    try {
      var stored = localStorage.getItem('theme');
      if (stored === 'dark' || stored === 'light') theme = stored;
      preferences = JSON.parse(localStorage.getItem('preferences')) || {};
      chosen = JSON.parse(preferences.appearance || '{}') || {};
    } catch {
      // Storage may be forbidden; then the defaults are shown, in the theme of the device.
    }
    root.classList.toggle('dark', theme === 'dark');
    var bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.setAttribute('content', theme === 'dark' ? '#0b0f14' : '#f5f7f9');
    function set(name, value) {
      if (value) root.setAttribute('data-' + name, value);
      else root.removeAttribute('data-' + name);
    }
    function follow(name, value, off, query) {
      set(name, (chosen[name] === value || (chosen[name] !== off && matchMedia('(prefers-' + query + ')').matches)) && value);
    }
    set('accent', chosen.accent);
    set('text-size', chosen.text_size);
    set('density', chosen.density);
    follow('contrast', 'high', 'normal', 'contrast: more');
    follow('motion', 'reduced', 'full', 'reduced-motion: reduce');
    follow('transparency', 'reduced', 'full', 'reduced-transparency: reduce');
  }
  draw();
  // The public pages have no core that would follow a change of the system's theme.
  system.addEventListener('change', draw);
  try {
    // Shows the stored color of the last wallpaper until the picture is drawn, and requests a built-in wallpaper right
    // away: the same file that the page requests a moment later (features/background/sources.ts).
    var background = JSON.parse(localStorage.getItem('bgImg'));
    if (/^#[0-9a-f]{6}$/.test(background.color)) root.style.setProperty('--sky', background.color);
    var ours = /^(\/wallpapers\/[a-z-]+)-2560\.webp$/.exec(background.image);
    var pages = preferences.wallpaper_pages === 'home' ? /^\/app\/?$/ : /^\/app(\/|$)/;
    if (ours && pages.test(location.pathname)) {
      var isSmall = matchMedia('(width <= 640px), ((width <= 1280px) and (resolution < 1.5dppx))').matches;
      new Image().src = ours[1] + (isSmall ? '-1280.avif' : '-2560.avif');
    }
  } catch {
    // Nothing valid is stored: the theme's colors are shown.
  }
})();
