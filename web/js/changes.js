// Hears what changed: server-sent events that are answered at once and asked for again every few seconds.

const STREAM = '/api/v1/stream';
const SILENCE = 15_000;
const AGAIN = 5_000;

/** Calls `changed([{id, stamp}])` and `reload()`; tells `lost(since)` when nothing is heard, and `back()` afterwards. */
export function hear({ changed, reload, lost, back }) {
  let source;
  let heard = Date.now();
  let away = false;
  let waiting = 0;
  let failures = 0;

  const alive = () => {
    heard = Date.now();
    failures = 0;
    if (!away) return;
    away = false;
    back();
  };
  const gone = () => {
    if (away) return;
    away = true;
    lost(new Date(heard));
  };
  const open = () => {
    waiting = 0;
    source = new EventSource(STREAM);
    source.addEventListener('open', alive);
    source.addEventListener('invalidate', (event) => changed(JSON.parse(event.data).fixtures ?? []));
    source.addEventListener('reload', reload);
    source.addEventListener('error', () => {
      // the end of an answer is an `error` too, after which the browser asks again by itself; two without an answer are not
      failures += 1;
      if (failures > 1) gone();
      // what was refused is not asked again by itself
      if (source.readyState === EventSource.CLOSED) waiting ||= setTimeout(again, AGAIN);
    });
  };
  // a new source has no last id: what was missed in between is asked for whole
  const again = () => {
    clearTimeout(waiting);
    source.close();
    open();
    reload();
  };

  setInterval(() => Date.now() - heard > SILENCE && gone(), 1_000);
  addEventListener('offline', gone);
  addEventListener('online', again);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - heard > SILENCE) again();
  });
  open();
}
