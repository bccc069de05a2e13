// Stream of changes: server-sent events whose response is complete at once and polled every few seconds.

const STREAM = '/api/v1/stream';
const SILENCE_MS = 15_000;
const RETRY_MS = 5_000;

/** Call `changed([{id, stamp}])` and `reload()`; call `lost(since)` when the stream is silent, and `back()` afterwards. */
export function listen({ changed, reload, lost, back }) {
  let source;
  let lastMessage = Date.now();
  let isLost = false;
  let retryTimer = 0;
  let failures = 0;

  const markAlive = () => {
    lastMessage = Date.now();
    failures = 0;
    if (!isLost) return;
    isLost = false;
    back();
  };
  const reportLost = () => {
    if (isLost) return;
    isLost = true;
    lost(new Date(lastMessage));
  };
  const open = () => {
    retryTimer = 0;
    source = new EventSource(STREAM);
    source.addEventListener('open', markAlive);
    source.addEventListener('invalidate', (event) => changed(JSON.parse(event.data).fixtures ?? []));
    source.addEventListener('reload', reload);
    source.addEventListener('error', () => {
      // the end of a response is an `error` too, and the browser reconnects by itself; two in a row are a failure
      failures += 1;
      if (failures > 1) reportLost();
      // the browser does not retry a refused request
      if (source.readyState === EventSource.CLOSED) retryTimer ||= setTimeout(reopen, RETRY_MS);
    });
  };
  // a new source has no last id, so load everything again
  const reopen = () => {
    clearTimeout(retryTimer);
    source.close();
    open();
    reload();
  };

  setInterval(() => Date.now() - lastMessage > SILENCE_MS && reportLost(), 1_000);
  addEventListener('offline', reportLost);
  addEventListener('online', reopen);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lastMessage > SILENCE_MS) reopen();
  });
  open();
}
