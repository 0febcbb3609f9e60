//! The live connection: one WebSocket at a time.

use super::{InputSink, spawn};
use crate::app::Input;
use crate::protocol::live::close;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// The connection that is open or being opened, with its listeners.
pub(super) struct Socket {
    sink: InputSink,
    connection: RefCell<Option<Connection>>,
}

struct Connection {
    socket: WebSocket,
    _open: Closure<dyn FnMut()>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    /// Creates a socket without a connection.
    pub(super) fn new(sink: InputSink) -> Self {
        Self { sink, connection: RefCell::default() }
    }

    /// Opens a new connection.
    pub(super) fn open(&self, api_base: &str) {
        self.close();
        match connect(api_base, &self.sink) {
            Ok(connection) => _ = self.connection.replace(Some(connection)),
            Err(_) => {
                let sink = self.sink.clone();
                spawn(async move { sink(Input::SocketClosed { code: close::LOST }) });
            }
        }
    }

    /// Sends a message if the connection is open. If it is not, the core is notified separately that it was closed.
    pub(super) fn send(&self, text: &str) {
        if let Some(Connection { socket, .. }) = &*self.connection.borrow() {
            // Browsers log an error for sending on a connection that is closing.
            if socket.ready_state() == WebSocket::OPEN {
                _ = socket.send_with_str(text);
            }
        }
    }

    /// Closes the connection. The core is not notified, because it requested this.
    pub(super) fn close(&self) {
        let Some(Connection { socket, .. }) = self.connection.take() else { return };
        socket.set_onopen(None);
        socket.set_onmessage(None);
        socket.set_onclose(None);
        if socket.ready_state() == WebSocket::CONNECTING {
            // Browsers log a warning about a connection that is closed before it is open.
            let opened = socket.clone();
            let close = Closure::once_into_js(move || _ = opened.close());
            socket.set_onopen(Some(close.unchecked_ref()));
        } else {
            _ = socket.close();
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.close();
    }
}

fn connect(api_base: &str, sink: &InputSink) -> Result<Connection, JsValue> {
    let socket = WebSocket::new(&live_url(api_base)?)?;
    let to = sink.clone();
    let open = Closure::new(move || to(Input::SocketOpened));
    let to = sink.clone();
    let message = Closure::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            to(Input::SocketMessage { text });
        }
    });
    let to = sink.clone();
    let close = Closure::new(move |event: CloseEvent| to(Input::SocketClosed { code: event.code() }));
    socket.set_onopen(Some(open.as_ref().unchecked_ref()));
    socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
    socket.set_onclose(Some(close.as_ref().unchecked_ref()));
    Ok(Connection { socket, _open: open, _message: message, _close: close })
}

/// Returns the URL of the live connection: below the API's URL, with `wss:` for `https:` and `ws:` for `http:`.
fn live_url(api_base: &str) -> Result<String, JsValue> {
    let base = match js_sys::Reflect::get(&js_sys::global(), &"location".into())? {
        page if page.is_object() => js_sys::Reflect::get(&page, &"href".into())?.as_string(),
        _ => None,
    };
    let url = match base {
        Some(base) => web_sys::Url::new_with_base(&format!("{api_base}/live/"), &base)?,
        None => web_sys::Url::new(&format!("{api_base}/live/"))?,
    };
    Ok(format!("ws{}", url.href().strip_prefix("http").unwrap_or_default()))
}
