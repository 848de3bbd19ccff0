// SPDX-License-Identifier: Apache-2.0
// The search of this site runs in a Worker, and browsers do not start one for a page that is opened from a
// file. For such pages this class stands in for Worker: it runs the script in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow;
      const answer = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      // what a worker's script has in its global scope
      inside.postMessage = (data) => setTimeout(answer, 0, data);
      inside.importScripts = (...urls) =>
        urls.reduce((before, one) => before.then(() => this.load(one)), Promise.resolve());
      this.ready = this.load(String(url));
    }
    load(url) {
      return new Promise((resolve, reject) => {
        const script = this.frame.contentDocument.createElement("script");
        script.src = new URL(url, location.href).href;
        script.onload = resolve;
        script.onerror = reject;
        this.frame.contentDocument.body.appendChild(script);
      });
    }
    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        const event = new inside.MessageEvent("message", { data });
        inside.dispatchEvent(event);
        if (inside.onmessage) inside.onmessage(event);
      });
    }
    terminate() {
      this.frame.remove();
    }
  };
}
