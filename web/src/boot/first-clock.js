// Shows the clock on Home in the first frame, on a tiny copy of the last picture: where React draws it as soon as its
// files are loaded (shell/ClockPanel.tsx). It runs as a classic script behind the loading overlay, outside the bundle.
(function () {
  try {
    var preview = JSON.parse(localStorage.getItem('homePreview'));
    var timer = JSON.parse(localStorage.getItem('timerState') || '{}');
    // A link may open the timer.
    if (!/^\/app\/?$/.test(location.pathname) || location.search || timer.isActive) return;
    // The picture belongs to the account or the guest of the last page, and another one may have logged in since (SPEC A19).
    // Without a token or a name the login page follows.
    var token = localStorage.getItem('access_token');
    var owner = localStorage.getItem('refresh_token') ? null : localStorage.getItem('name');
    if (token) owner = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).sub;
    if (!owner || owner !== preview.owner) return;
    document.getElementById('first-notice').hidden = Boolean(token);
    var style = document.documentElement.style;
    var scrims = preview.shown.background.scrims;
    ['dark', 'light'].forEach(function (theme) {
      for (var region in scrims[theme]) style.setProperty('--scrim-' + region + '-' + theme, scrims[theme][region]);
    });
    var blur = preview.blur;
    if (blur && blur.image === preview.shown.background.image) style.setProperty('--sky', 'url("' + blur.url + '") center / cover ' + (preview.shown.background.color || ''));
    var now = new Date();
    var hour = now.getHours();
    if (JSON.parse(localStorage.getItem('preferences') || '{}').hour_format !== '24') hour = hour % 12 || 12;
    document.getElementById('first-digits').textContent = [hour, now.getMinutes()].map(function (number) {
      return ('0' + number).slice(-2);
    }).join(':');
    var clock = document.getElementById('first-clock');
    clock.hidden = false;
    clock.classList.toggle('md:pl-72', localStorage.getItem('sideList') === 'unfolded');
  } catch {
    // Nothing valid is stored, or the token cannot be read: the logo is shown.
  }
})();
