//! Made from `messages/en/api.json` by `npm run messages`. Change the texts there.

use core_wasm::protocol::messages::Texts;

/// The server and its database respond.
pub(crate) fn database_responds() -> &'static str {
    TEXTS.text(Index::DatabaseResponds as usize)
}

/// The server responds.
pub(crate) fn server_responds() -> &'static str {
    TEXTS.text(Index::ServerResponds as usize)
}

/// The token is valid.
pub(crate) fn token_valid() -> &'static str {
    TEXTS.text(Index::TokenValid as usize)
}

/// The API token is invalid or has expired. Create a new one in Settings, under Integrations.
pub(crate) fn api_token_invalid() -> &'static str {
    TEXTS.text(Index::ApiTokenInvalid as usize)
}

/// You’re logged out.
pub(crate) fn logged_out() -> &'static str {
    TEXTS.text(Index::LoggedOut as usize)
}

/// You’re logged out everywhere.
pub(crate) fn logged_out_everywhere() -> &'static str {
    TEXTS.text(Index::LoggedOutEverywhere as usize)
}

/// Thank you for your message. We will reply by email.
pub(crate) fn contact_message_received() -> &'static str {
    TEXTS.text(Index::ContactMessageReceived as usize)
}

/// Successfully joined the waitlist!
pub(crate) fn waitlist_joined() -> &'static str {
    TEXTS.text(Index::WaitlistJoined as usize)
}

/// You have left the waitlist.
pub(crate) fn waitlist_left() -> &'static str {
    TEXTS.text(Index::WaitlistLeft as usize)
}

/// You won’t get inbox emails anymore. You can change this in Settings.
pub(crate) fn inbox_unsubscribed() -> &'static str {
    TEXTS.text(Index::InboxUnsubscribed as usize)
}

/// Thank you.
pub(crate) fn photo_use_recorded() -> &'static str {
    TEXTS.text(Index::PhotoUseRecorded as usize)
}

/// The attachment has been deleted.
pub(crate) fn attachment_deleted() -> &'static str {
    TEXTS.text(Index::AttachmentDeleted as usize)
}

/// The invitation has been declined.
pub(crate) fn invitation_declined() -> &'static str {
    TEXTS.text(Index::InvitationDeclined as usize)
}

/// The picture has been deleted.
pub(crate) fn picture_deleted() -> &'static str {
    TEXTS.text(Index::PictureDeleted as usize)
}

/// The webhook has been deleted.
pub(crate) fn webhook_deleted() -> &'static str {
    TEXTS.text(Index::WebhookDeleted as usize)
}

/// The event is being sent again.
pub(crate) fn webhook_redelivered() -> &'static str {
    TEXTS.text(Index::WebhookRedelivered as usize)
}

/// If an account has this email, we sent a link to reset the password. It works once and expires in 30 minutes.
pub(crate) fn reset_link_requested() -> &'static str {
    TEXTS.text(Index::ResetLinkRequested as usize)
}

/// Your password was changed. Log in with the new one.
pub(crate) fn password_reset() -> &'static str {
    TEXTS.text(Index::PasswordReset as usize)
}

/// Your email is confirmed.
pub(crate) fn email_confirmed() -> &'static str {
    TEXTS.text(Index::EmailConfirmed as usize)
}

/// A link to confirm your email is on its way.
pub(crate) fn confirmation_sent() -> &'static str {
    TEXTS.text(Index::ConfirmationSent as usize)
}

/// Your email is already confirmed.
pub(crate) fn email_already_confirmed() -> &'static str {
    TEXTS.text(Index::EmailAlreadyConfirmed as usize)
}

/// Focus session
pub(crate) fn calendar_session() -> &'static str {
    TEXTS.text(Index::CalendarSession as usize)
}

/// Focus: {title}
pub(crate) fn calendar_session_on_card(title: &str) -> String {
    TEXTS.format(Index::CalendarSessionOnCard as usize, 0, &[title])
}

/// You have no board to add cards to. Create one first.
pub(crate) fn quick_add_no_boards() -> &'static str {
    TEXTS.text(Index::QuickAddNoBoards as usize)
}

/// You can’t add cards to a board named “{name}”. Check the name, or write a backslash before the # to keep it in the title.
pub(crate) fn quick_add_board_unknown(name: &str) -> String {
    TEXTS.format(Index::QuickAddBoardUnknown as usize, 0, &[name])
}

/// You have several boards named “{name}”. Choose one by its id: as board_id, or with --board on the command line.
pub(crate) fn quick_add_board_ambiguous(name: &str) -> String {
    TEXTS.format(Index::QuickAddBoardAmbiguous as usize, 0, &[name])
}

/// The board “{board}” has no list named “{name}”. Check the name.
pub(crate) fn quick_add_list_unknown(board: &str, name: &str) -> String {
    TEXTS.format(Index::QuickAddListUnknown as usize, 0, &[board, name])
}

/// The board “{board}” has no lists. Add one first.
pub(crate) fn quick_add_no_lists(board: &str) -> String {
    TEXTS.format(Index::QuickAddNoLists as usize, 0, &[board])
}

enum Index {
    DatabaseResponds,
    ServerResponds,
    TokenValid,
    ApiTokenInvalid,
    LoggedOut,
    LoggedOutEverywhere,
    ContactMessageReceived,
    WaitlistJoined,
    WaitlistLeft,
    InboxUnsubscribed,
    PhotoUseRecorded,
    AttachmentDeleted,
    InvitationDeclined,
    PictureDeleted,
    WebhookDeleted,
    WebhookRedelivered,
    ResetLinkRequested,
    PasswordReset,
    EmailConfirmed,
    ConfirmationSent,
    EmailAlreadyConfirmed,
    CalendarSession,
    CalendarSessionOnCard,
    QuickAddNoBoards,
    QuickAddBoardUnknown,
    QuickAddBoardAmbiguous,
    QuickAddListUnknown,
    QuickAddNoLists,
}

static TEXTS: Texts = Texts {
    en: &[
    "The server and its database respond.",
    "The server responds.",
    "The token is valid.",
    "The API token is invalid or has expired. Create a new one in Settings, under Integrations.",
    "You’re logged out.",
    "You’re logged out everywhere.",
    "Thank you for your message. We will reply by email.",
    "Successfully joined the waitlist!",
    "You have left the waitlist.",
    "You won’t get inbox emails anymore. You can change this in Settings.",
    "Thank you.",
    "The attachment has been deleted.",
    "The invitation has been declined.",
    "The picture has been deleted.",
    "The webhook has been deleted.",
    "The event is being sent again.",
    "If an account has this email, we sent a link to reset the password. It works once and expires in 30 minutes.",
    "Your password was changed. Log in with the new one.",
    "Your email is confirmed.",
    "A link to confirm your email is on its way.",
    "Your email is already confirmed.",
    "Focus session",
    "Focus: {0}",
    "You have no board to add cards to. Create one first.",
    "You can’t add cards to a board named “{0}”. Check the name, or write a backslash before the # to keep it in the title.",
    "You have several boards named “{0}”. Choose one by its id: as board_id, or with --board on the command line.",
    "The board “{0}” has no list named “{1}”. Check the name.",
    "The board “{0}” has no lists. Add one first.",
],
    de: &[
    "Der Server und seine Datenbank antworten.",
    "Der Server antwortet.",
    "Das Token ist gültig.",
    "Das API-Token ist ungültig oder abgelaufen. Erstelle in den Einstellungen unter „Integrationen“ ein neues.",
    "Du bist abgemeldet.",
    "Du bist überall abgemeldet.",
    "Danke für deine Nachricht. Wir antworten per E-Mail.",
    "Du stehst auf der Warteliste.",
    "Du stehst nicht mehr auf der Warteliste.",
    "Du bekommst keine E-Mails zum Eingang mehr. Du kannst das in den Einstellungen ändern.",
    "Danke.",
    "Der Anhang wurde gelöscht.",
    "Die Einladung wurde abgelehnt.",
    "Das Bild wurde gelöscht.",
    "Der Webhook wurde gelöscht.",
    "Das Ereignis wird erneut gesendet.",
    "Falls es ein Konto mit dieser E-Mail gibt, haben wir einen Link zum Zurücksetzen des Passworts gesendet. Er funktioniert einmal und läuft in 30 Minuten ab.",
    "Dein Passwort wurde geändert. Melde dich mit dem neuen an.",
    "Deine E-Mail ist bestätigt.",
    "Ein Link zum Bestätigen deiner E-Mail ist unterwegs.",
    "Deine E-Mail ist schon bestätigt.",
    "Fokus-Sitzung",
    "Fokus: {0}",
    "Du hast kein Board, auf dem du Karten hinzufügen kannst. Erstelle zuerst eines.",
    "Du kannst auf keinem Board namens „{0}“ Karten hinzufügen. Prüfe den Namen, oder schreibe einen Backslash vor das #, damit es im Titel bleibt.",
    "Du hast mehrere Boards namens „{0}“. Wähle eines mit seiner ID: als board_id oder auf der Kommandozeile mit --board.",
    "Das Board „{0}“ hat keine Liste namens „{1}“. Prüfe den Namen.",
    "Das Board „{0}“ hat keine Listen. Füge zuerst eine hinzu.",
],
    es: &[
    "El servidor y su base de datos responden.",
    "El servidor responde.",
    "El token es válido.",
    "El token de API no es válido o ha caducado. Crea uno nuevo en Ajustes, en Integraciones.",
    "Has cerrado sesión.",
    "Has cerrado sesión en todos los dispositivos.",
    "Gracias por tu mensaje. Te responderemos por correo.",
    "Ya estás en la lista de espera.",
    "Ya no estás en la lista de espera.",
    "Ya no recibirás correos de la bandeja. Puedes cambiarlo en Ajustes.",
    "Gracias.",
    "El adjunto se ha eliminado.",
    "La invitación se ha rechazado.",
    "La imagen se ha eliminado.",
    "El webhook se ha eliminado.",
    "El evento se está enviando de nuevo.",
    "Si existe una cuenta con este correo, te hemos enviado un enlace para restablecer la contraseña. Es de un solo uso y caduca en 30 minutos.",
    "Tu contraseña ha cambiado. Inicia sesión con la nueva.",
    "Tu correo está confirmado.",
    "Te hemos enviado un enlace para confirmar tu correo.",
    "Tu correo ya estaba confirmado.",
    "Sesión de enfoque",
    "Enfoque: {0}",
    "No tienes ningún tablero al que añadir tarjetas. Crea uno primero.",
    "No puedes añadir tarjetas a ningún tablero llamado “{0}”. Revisa el nombre, o escribe una barra invertida antes de # para dejarlo en el título.",
    "Tienes varios tableros llamados “{0}”. Elige uno por su id: como board_id, o con --board en la línea de comandos.",
    "El tablero “{0}” no tiene ninguna lista llamada “{1}”. Revisa el nombre.",
    "El tablero “{0}” no tiene listas. Añade una primero.",
],
};
