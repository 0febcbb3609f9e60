/** Made from the OpenAPI document by `npm run generate`. Do not edit. */

export interface paths {
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the account's login methods, pending changes and active logins. */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the user's picture: a JPEG, PNG or WebP file of at most 15 MB, 50 megapixels and 12,000 pixels per side.
         * @description The format is detected from the bytes; the Content-Type is ignored. The picture is rotated upright, cropped to the
         *     square in its middle, scaled to 256 by 256 pixels and re-encoded, which removes all metadata such as location and camera. It
         *     replaces the previous picture and gets a new URL.
         */
        put: operations["putAccountAvatar"];
        post?: never;
        /** Removes the user's picture, if there is one. */
        delete: operations["deleteAccountAvatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the calendar feed of the account with its secret address. */
        get: operations["getAccountCalendar"];
        /** Changes what the calendar feed contains. Its address stays the same. */
        put: operations["putAccountCalendar"];
        /**
         * Makes a secret address at which calendar programs can read the due cards of the account.
         * @description If there is one already, it is replaced and stops working.
         */
        post: operations["postAccountCalendar"];
        /** Removes the calendar feed. Its address never works again. */
        delete: operations["deleteAccountCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/calendar/busy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the busy hours of the other calendar of the account.
         * @description The server reads it at most every 15 minutes, and knows its events from 62 days ago to a year ahead.
         */
        get: operations["getAccountCalendarBusy"];
        /**
         * Sets the address of another calendar, whose busy hours are shown beside the due cards.
         * @description The server fetches it, so only public addresses are allowed. The address is not in any response.
         */
        put: operations["putAccountCalendarBusy"];
        post?: never;
        /** Removes the address of the other calendar. */
        delete: operations["deleteAccountCalendarBusy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedules the account for deletion in 7 days, ends its other logins and sends a notice by email.
         * @description If you own boards that you share, `boards` says for each what becomes of it: it is passed to one of its members at
         *     once, and you become an admin until your account is deleted, or it is deleted with your account. Otherwise the request is
         *     refused, and nothing changes. Boards in the trash are deleted with your account and need no decision.
         *
         *     Until then the account works as usual and `POST /account/keep/` cancels the deletion. Repeating the request does not
         *     extend the period.
         */
        post: operations["postAccountDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Starts an email change: sends a confirmation link to the new address.
         * @description The email changes when the link is opened. Sending the current email cancels a pending change.
         */
        put: operations["putAccountEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports all data of the account as it is at one moment: a ZIP archive of JSON and CSV files with a README.txt that
         *     describes them.
         * @description The file name has the date in the user's time zone.
         */
        get: operations["getAccountExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports the archive of an account's export, which another server may have made.
         * @description The body is the ZIP file, at most 4 GiB. It may take up to 2 hours to arrive, unless no data arrives for 30 seconds. The archive is checked as a
         *     whole before anything is imported. Then the response starts: JSON lines (`application/x-ndjson`), each with how far the import
         *     is, and the last one with the report or an error. Closing the connection ends the import; what was imported stays. Records get
         *     new ids that depend on the account and on their old ids, so importing an archive again adds only what is missing. Each board is
         *     imported with its activity, whole or not at all, within the limits of the account. The trash of boards, members, public links,
         *     webhooks, tokens and calendars are not imported. `docs/format.md` describes the archive.
         */
        post: operations["postAccountImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels the scheduled deletion of the account. */
        post: operations["postAccountKeep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/logins/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends one login of the account and revokes its tokens.
         * @description An account without a password can do this within 10 minutes of logging in.
         */
        post: operations["postAccountLoginsEnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/logins/end-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends all logins of the account, including the current one.
         * @description Its API tokens and the address of its calendar feed end, too, and its webhooks are turned off. An account without a password can do this within 10 minutes of logging in.
         */
        post: operations["postAccountLoginsEndAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the password.
         * @description Ends all other logins of the account and sends a notice by email. The current login continues with the tokens of the
         *     response: its previous access tokens are revoked, and its previous refresh token works for 30 more seconds. An
         *     account without a password can set one within 10 minutes of logging in.
         */
        put: operations["putAccountPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/send-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the confirmation link again, to the new email if a change is pending. */
        post: operations["postAccountSendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the API tokens that have not expired, the newest first. */
        get: operations["getAccountTokens"];
        put?: never;
        /**
         * Creates an API token and sends a notice by email.
         * @description Only this response has the token. Programs send it as `Authorization: Bearer tf_…`. It ends when it expires, when you
         *     revoke it, when you log out everywhere or reset your password, and when you ask for the deletion of your account. An account without
         *     a password can do this within 10 minutes of logging in.
         */
        post: operations["postAccountTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/tokens/{api_token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes an API token at once, and returns the others.
         * @description It needs no password, so that a token that was published can be revoked quickly.
         */
        delete: operations["deleteAccountTokensByApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/add-to-waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a visitor to the waitlist and sends a confirmation email if this server sends mail.
         * @description Joining again changes nothing.
         */
        post: operations["postAddToWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what administrators and the operator have done, the newest entries first. */
        get: operations["getAdminAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the mails that wait to be sent, the earliest first. */
        get: operations["getAdminMails"];
        put?: never;
        /** Sends a waiting mail now, or deletes it. */
        post: operations["postAdminMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the accounts, the newest first. */
        get: operations["getAdminPeople"];
        put?: never;
        /** Sets the plan of an account, ends its logins, schedules its deletion, or cancels that. */
        post: operations["postAdminPeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what the server stores, and whether it works. */
        get: operations["getAdminStorage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the waitlist, the earliest entries first. */
        get: operations["getAdminWaitlist"];
        put?: never;
        /**
         * Invites an address on the waitlist, or removes it.
         * @description An invitation is sent by mail. If the server sends no mail, the response contains its link.
         */
        post: operations["postAdminWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/attachments/{attachment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the addresses of an attachment.
         * @description They are valid without a token until they expire.
         */
        get: operations["getAttachmentsByAttachment"];
        put?: never;
        post?: never;
        /**
         * Moves an attachment to the trash.
         * @description Editors may do this. Its file is deleted about a day after the attachment was deleted permanently.
         */
        delete: operations["deleteAttachmentsByAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/attachments/{attachment}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a file by an address from another request.
         * @description It needs no token, because page elements cannot send one: the signature is valid for one attachment until the address
         *     expires. Pictures can be shown; any other file is a download.
         */
        get: operations["getAttachmentsByAttachmentFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms an email with the link sent to it, which works once and expires in 24 hours.
         * @description Applies a pending email change.
         */
        post: operations["postAuthConfirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a link to reset the password.
         * @description The response is the same whether or not an account has the email.
         */
        post: operations["postAuthForgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Starts a login with Google and returns the URL to open in the browser. */
        get: operations["getAuthGoogle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Handles the redirect from Google.
         * @description Only browsers call it.
         *
         *     In every case the browser is redirected to the login page, which shows errors, asks for the account's password or
         *     completes the login.
         */
        get: operations["getAuthGoogleCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Completes a login with Google: exchanges the cookie set by the callback for tokens.
         * @description Works once, within 2 minutes.
         */
        post: operations["postAuthGoogleComplete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/google/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Links the Google identity to the account with its email, by the account's password, and logs in.
         * @description Needed once for an email that Google does not manage. Works within 10 minutes after the redirect.
         */
        post: operations["postAuthGoogleLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Logs in with an email address and a password. */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the login of a refresh token and revokes all its tokens. */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchanges a refresh token for a new token pair.
         * @description Each refresh token works once. It can be reused for 30 seconds, because several tabs may refresh at the same time;
         *     later reuse counts as theft and ends the login.
         */
        post: operations["postAuthRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a new password with a reset link, which works once and expires in 30 minutes.
         * @description Ends all logins of the account, its API tokens and the address of its calendar feed, and turns its webhooks off.
         */
        post: operations["postAuthResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an account and logs it in. */
        post: operations["postAuthSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/validate-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks whether an access token is valid and its login is active. */
        post: operations["postAuthValidateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatars/{avatar}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the picture of a person.
         * @description The id is random and unguessable and needs no token, because page elements cannot send one.
         */
        get: operations["getAvatarsByAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a board with its lists and their cards in order (`board.columns`), without trashed and archived records.
         * @description `lists`, `cards` and `items` are the same records unordered. The response has an ETag for `If-None-Match`. To keep a
         *     copy up to date, use `changes`.
         */
        get: operations["getBoardsByBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns at most 100 ops that changed a board, its lists or its cards, in the order in which the server applied them, latest
         *     first.
         * @description Favorites, collapsed lists and reminders are only in the activity that their author sees. Texts are cut to 200 characters. A
         *     page can have few entries or none and still have a `next`.
         */
        get: operations["getBoardsByBoardActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the addresses of all attachments of the cards of a board.
         * @description They are valid without a token until they expire.
         */
        get: operations["getBoardsByBoardAttachments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/cards/{card}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the latest 100 ops that changed a card or its items, latest first.
         * @description Texts are cut to 200 characters.
         */
        get: operations["getBoardsByBoardCardsByCardActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/cards/{card}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads a file of at most 25 MB and attaches it to a card.
         * @description Editors may do this. The body is the file itself. JPEG, PNG and WebP pictures are recognized by their bytes and get a
         *     preview. Any other file has the media type of the Content-Type header. The upload has no time limit, unless no data
         *     arrives for 30 seconds. The attachment is an item of the card, and is changed and deleted like other items.
         */
        post: operations["postBoardsByBoardCardsByCardAttachments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/cards/{card}/focus-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns how long the members who share it have focused on a card.
         * @description Focus time is private. A member shares the sums on each card of a board with its other members by the edit `shares_focus` of
         *     the board, and stops sharing by the same edit, by leaving the board, or by being removed.
         */
        get: operations["getBoardsByBoardCardsByCardFocusTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the records written after a version, including trashed ones.
         * @description Without a version, or if records were permanently deleted since, returns all current records instead
         *     (`is_complete`). The app opens boards with this request. Responses with the whole board, also those since version 0,
         *     have an ETag for `If-None-Match`.
         */
        get: operations["getBoardsByBoardChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports a board as a file, with its archive, as you see it.
         * @description JSON can be imported again without a loss; `docs/format.md` describes it. CSV (RFC 4180) has a row per card and starts with the
         *     UTF-8 byte order mark; text that starts like a formula has an apostrophe in front. Markdown has a task per card.
         *     Attachments and the trash are not included.
         */
        get: operations["getBoardsByBoardExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/first-screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what a board shows at first: its lists in order, and the first 40 cards of each.
         * @description `unloaded_cards` is the number of the other cards of a list. `due_status` is always null, because it depends on the
         *     time zone of the client. The response has an ETag for `If-None-Match`.
         */
        get: operations["getBoardsByBoardFirstScreen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/focus-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the focus time of a board by card, and of the board without a card. */
        get: operations["getBoardsByBoardFocusTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the invitations to a board that can still be accepted, latest first, and its public link.
         * @description Only admins may see them.
         */
        get: operations["getBoardsByBoardInvitations"];
        put?: never;
        /**
         * Invites a person to a board, by mail or with a link.
         * @description Admins may do this. The link works once, for 14 days, for anyone who opens it. It is only in this response.
         */
        post: operations["postBoardsByBoardInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes an invitation.
         * @description Admins may do this. The response contains the other open invitations.
         */
        delete: operations["deleteBoardsByBoardInvitationsByInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the members of a board: the owner first, then by role from admin to viewer, then by name. */
        get: operations["getBoardsByBoardMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets a member's role.
         * @description Admins may do this. The role `owner`, which only the owner may give, hands the board over: the previous owner becomes an
         *     admin.
         */
        put: operations["putBoardsByBoardMembersByUser"];
        post?: never;
        /**
         * Removes a member, or leaves the board.
         * @description Admins may remove everybody but the owner. Everybody but the owner may leave. The response contains the other members.
         */
        delete: operations["deleteBoardsByBoardMembersByUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/ops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies ops in order.
         * @description The status is 200 also if ops were refused: `results` has the result of each, in the order of the request. An op that cannot be
         *     applied is refused with a code and changes nothing; an op that was applied before is a duplicate.
         */
        post: operations["postBoardsByBoardOps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/{board}/public-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turns on the link with which anybody may read the board, without an account.
         * @description Admins may do this. If the link is on already, the response contains the same one.
         */
        post: operations["postBoardsByBoardPublicLink"];
        /**
         * Turns the public link off. It never works again.
         * @description Admins may do this.
         */
        delete: operations["deleteBoardsByBoardPublicLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/create-board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a board.
         * @description A repeated request with the same id returns the existing board.
         */
        post: operations["postBoardsCreateBoard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/get-boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the boards, favorites first, then by name.
         * @description Cards are returned with a single board only.
         */
        get: operations["getBoardsGetBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports a board file as a new board, all or nothing.
         * @description The body is the JSON of an export, up to 32 MiB; `docs/format.md` describes it. It may take up to an hour to arrive, unless no
         *     data arrives for 30 seconds.
         */
        post: operations["postBoardsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/import-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports the records that a device has made of a file, all or nothing.
         * @description For clients that show the board before the server has it. The new board and its records have the same ids. They are those that
         *     `POST /boards/import` gives to the same file, so records with other ids, in the trash, or of other members are not taken over as
         *     they are. A repeated request returns the existing board. The body may take up to an hour to arrive, unless no data arrives for 30
         *     seconds.
         */
        post: operations["postBoardsImportRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/boards/update-board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Updates fields of a board. */
        put: operations["putBoardsUpdateBoard"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message to the administrator of this server by email. */
        post: operations["postContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns which optional features this server has enabled, for the login, sign-up and settings pages. */
        get: operations["getFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/focus-days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the days with focus time, earliest first.
         * @description A day starts at the user's `day_start_minutes`, in the UTC offset that each session segment started with.
         */
        get: operations["getFocusDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/focus-days/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the focus time of a range of days by board and by current card label, largest first.
         * @description Trashed records count as well. Time without a board, or of deleted boards, has no `board_id`.
         */
        get: operations["getFocusDaysBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/focus-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the sessions that overlap a time range, oldest first, without deleted ones. */
        get: operations["getFocusSessions"];
        put?: never;
        /**
         * Stores a finished session or a new version of it.
         * @description The version with the greater `revision` wins; of equal revisions the first one wins. A session with `is_deleted` is
         *     not counted until a version with a greater revision restores it.
         */
        post: operations["postFocusSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/focus-sessions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports all sessions that are not deleted as a file, oldest first.
         * @description JSON has all stored fields. CSV (RFC 4180) has the focus sessions with the names of their boards and cards and with
         *     local times. A name that starts like a formula has an apostrophe in front. The CSV file starts with the UTF-8 byte
         *     order mark. The export is not a snapshot: a session that changes during the export may appear in its old or new
         *     version, or, if its start moved, twice or not at all.
         */
        get: operations["getFocusSessionsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/focus-sessions/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the latest focus sessions with the names of their boards and cards, latest first, without deleted ones. */
        get: operations["getFocusSessionsLatest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports whether the server and its database respond. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports whether the process responds, to decide whether it must be restarted. */
        get: operations["getHealthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports whether the server can handle requests, to decide whether it gets any.
         * @description Writes to the database, at most once per second.
         */
        get: operations["getHealthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the inbox: mentions, assignments, comments and due dates on watched cards, and invitations, the latest first.
         * @description While `has_more` is true, request more with `before` and the id of the last entry. Entries are kept for 90 days, at most
         *     500. Boards that the user has left are not in it.
         */
        get: operations["getInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks entries of the inbox as read or unread. */
        post: operations["postInboxRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redirects mail programs that open the unsubscribe URL with GET.
         * @description Opening it changes nothing.
         */
        get: operations["getInboxUnsubscribeByToken"];
        put?: never;
        /**
         * Turns the mails about an inbox off, by the token in such a mail.
         * @description Repeating the request changes nothing.
         *
         *     The body is ignored: mail programs send a form (RFC 8058).
         */
        post: operations["postInboxUnsubscribeByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{code}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts an invitation and returns the board.
         * @description Repeated by the same person, the response is the same.
         */
        post: operations["postInvitationsByCodeAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{code}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declines an invitation, which cannot be accepted afterwards. */
        post: operations["postInvitationsByCodeDecline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leave-waitlist/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redirects mail programs that open the unsubscribe URL with GET.
         * @description Opening it changes nothing.
         */
        get: operations["getLeaveWaitlistByToken"];
        put?: never;
        /**
         * Removes a visitor from the waitlist, by the token in their mail.
         * @description Repeating the request changes nothing.
         *
         *     The body is ignored: mail programs send a form (RFC 8058).
         */
        post: operations["postLeaveWaitlistByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opens a WebSocket for live updates.
         * @description The first message is `{"type": "authenticate", "token": "…"}`, within 10 seconds; send it again after each token
         *     refresh. `{"type": "ping"}` is answered with `pong`. `{"type": "presence", "board_id": …, "editing": …}` says which board is
         *     open and which field of a card is being edited (`{"card_id": …, "field": "title"}`; also `description` and `comment`), each of
         *     them null for none; other members who have the board open are sent it as `presence`. The server sends `ready`, `pong`, `changed` for each change to
         *     a board that the account is a member of, `notes_changed` for a change to its notes, `inbox_changed` for a change to its inbox, and `preferences_changed` when another login of
         *     the account changed its preferences. Close codes: 4401 (no valid token, or its login ended), 4400 (unreadable
         *     message, or over 8 KiB), 4409 (you were added to a board or removed from one: reconnect), 4429 (more than 30 messages, or 100 about presence, in 10 seconds, or too many connections), 4408 (the client reads
         *     too slowly) and 1001 (server is shutting down).
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the metrics of this server for Prometheus.
         * @description Only for programs on the same machine, or with the token of the setting `METRICS_TOKEN`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the notes that changed since a version, including trashed ones, and the ids of all permanently deleted notes
         *     since then.
         * @description A response has about 1 MiB of text and at least one note. While `has_more` is true, request the changes since the
         *     returned `version`. A `version` below the requested one means that the server was restored from a backup: load
         *     everything again.
         */
        get: operations["getNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes a note.
         * @description The first save creates it. Repeating a change has no effect. A save that is not based on the current text becomes a
         *     conflicting version (`apart`); the text written later is the current one. `document` is null in the response to a
         *     save that is the current text.
         */
        put: operations["putNotesByNoteId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notes/{note_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the version history of a note, latest first, including conflicting versions.
         * @description There are at most 100 versions: one for every 10 minutes of editing, kept for 30 days.
         */
        get: operations["getNotesByNoteIdVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notes/{note_id}/versions/{save_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one version of a note. */
        get: operations["getNotesByNoteIdVersionsBySaveId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the OpenAPI document of this API. */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the latest photos, at most 30 per page.
         * @description `is_available` is false if the photo service is unavailable. `is_offered` is false if this server has no photo
         *     service.
         */
        get: operations["getPhotos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/photos/{photo}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reports to the photo service that a photo returned by this API is used, as its guidelines require. */
        post: operations["postPhotosByPhotoDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/photos/random": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a random photo from one of ten topics.
         * @description `photo` is null if the photo service is unavailable.
         */
        get: operations["getPhotosRandom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/photos/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Searches photos, best match first, at most 30 per page.
         * @description `is_available` is false if the photo service is unavailable. `is_offered` is false if this server has no photo
         *     service.
         */
        get: operations["getPhotosSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the account's pictures, newest first, at most 50. */
        get: operations["getPictures"];
        put?: never;
        /**
         * Uploads a picture: a JPEG, PNG or WebP file of at most 15 MB, 50 megapixels and 12,000 pixels per side.
         * @description The format is detected from the bytes; the Content-Type is ignored. The picture is rotated upright, scaled down to
         *     at most 2560 by 1600 pixels and re-encoded, which removes all metadata such as location and camera. Only the first
         *     frame of an animation is used.
         */
        post: operations["postPictures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pictures/{picture}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a picture.
         * @description The id is random and unguessable and needs no token, because page elements cannot send one.
         */
        get: operations["getPicturesByPicture"];
        put?: never;
        post?: never;
        /**
         * Deletes a picture.
         * @description Boards that use it show none afterwards.
         */
        delete: operations["deletePicturesByPicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the preferences that are synced between devices. */
        get: operations["getPreferences"];
        /** Updates the given preferences. */
        put: operations["putPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/boards/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a board with a public link: its lists, cards and subtasks, without members, comments and reminders. */
        get: operations["getPublicBoardsByCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/quick-add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a card by one line of text, such as "Send report tomorrow 5pm #Work/Next @press !high ~30m".
         * @description The line is understood as in quick add of the app, in English. Weeks begin on Monday. In a date such as 5/12 the month comes
         *     first if `Accept-Language` prefers English, and otherwise the day. The card comes last in its list. A repeated request with the
         *     same id returns the card that was added and changes nothing. Boards that the token may not touch do not exist for it.
         */
        post: operations["postQuickAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Searches your boards and notes: the names and descriptions of boards, lists, cards, subtasks, comments, the names of attachments,
         *     and notes.
         * @description First comes what has all words in its title, then what is newer. Texts and labels are found some seconds after they were saved.
         *     Archived and trashed records are found with `is:archived` and `is:trashed` only.
         */
        get: operations["getSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the cards on all boards that have a due date or are assigned to you, with their lists and your reminders, without
         *     trashed and archived ones.
         */
        get: operations["getTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the trashed records, kept for 30 days, and the archived ones: boards, lists, and cards with their lists. */
        get: operations["getTrash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the logged-in user as a list of one.
         * @description An API token that is limited to boards sees no focus time of the account: `focus_streak`, `longest_focus_streak` and `total_time` are 0.
         */
        get: operations["getUser"];
        /** Changes the user's name. */
        put: operations["putUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weather": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the current weather at a location, rounded to a tenth of a degree, at most 15 minutes old.
         * @description `current_weather` is null if it is not available.
         */
        get: operations["getWeather"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weather/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the approximate location of the client, by its network.
         * @description `place` is null if it is unknown.
         */
        get: operations["getWeatherPlace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weather/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Searches places by name, best match first, at most 8.
         * @description `places` is null if the search is not available.
         */
        get: operations["getWeatherPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the webhooks, the oldest first. */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Adds a webhook: an address that receives events of your boards and of your focus sessions.
         * @description Events are sent as `WebhookPayload`, by the specification Standard Webhooks 1.0.0. The response contains the secret that
         *     verifies signatures; it is not shown again. An account has at most 20 webhooks. Sends a notice by email. An account without a
         *     password can do this within 10 minutes of logging in.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes a webhook, and turns it on or off.
         * @description Turning it off cancels the deliveries that wait. Omitted boards mean all boards. The password is only needed for another address,
         *     and to turn it on after all logins of the account have ended; then a notice is sent by email. An account without a password can do
         *     this within 10 minutes of logging in.
         */
        put: operations["putWebhooksByWebhook"];
        post?: never;
        /** Deletes a webhook with its deliveries. */
        delete: operations["deleteWebhooksByWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the latest 100 deliveries of a webhook, the latest first. */
        get: operations["getWebhooksByWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an event again, with the same id, at most once a minute.
         * @description It is sent also if the webhook is off. It gets one attempt if the webhook is off or the event is older than 24 hours.
         */
        post: operations["postWebhooksByWebhookDeliveriesByDeliveryRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the secret of a webhook and sends a notice by email.
         * @description For 24 hours, events have two signatures: one by the new secret and one by the old one. An account without a password can do this
         *     within 10 minutes of logging in.
         */
        post: operations["postWebhooksByWebhookRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendar/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the due cards of an account as an iCalendar file (RFC 5545), for calendar programs.
         * @description It contains at most 700 cards that are due in the last 90 days or the next two years, and at most 300 focus sessions of the last 90
         *     days. The name of the file is the secret of the account followed by `.ics`.
         */
        get: operations["getCalendarByFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receives an event of a board or of a focus session.
         * @description Sent to the address of a webhook, by the specification Standard Webhooks 1.0.0.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The response to `POST /invitations/{code}/accept/`. */
        AcceptInvitationResponse: {
            /** @description The board. */
            board: components["schemas"]["BoardOverview"];
        };
        /** @description The response to `GET /account/`: what the account's owner sees beyond [`super::http::User`]. */
        Account: {
            delete_at: components["schemas"]["Timestamp"] | null;
            /** @description Whether the user can log in with Google. */
            has_google: boolean;
            /** @description Whether the account has a password. An account created with Google has none until the user sets one. */
            has_password: boolean;
            /** @description The account's logins: the current one first, the others by when they were last seen. */
            logins: components["schemas"]["Login"][];
            /** @description The new email address, until it is confirmed; null for none. */
            pending_email: string | null;
            /** @description What the account has stored, and its limits. */
            usage: components["schemas"]["Usage"];
        };
        /** @description What became of the records of one kind. */
        AccountImportCounts: {
            /**
             * Format: int32
             * @description Those that the account had already.
             */
            existing: number;
            /**
             * Format: int32
             * @description Those that were added.
             */
            imported: number;
            /**
             * Format: int32
             * @description Those that are invalid, or that a limit does not allow.
             */
            refused: number;
        };
        /** @description A line of the response. After a report or an error, no other line follows. */
        AccountImportLine: components["schemas"]["AccountImportProgress"] | {
            /** @description The result. */
            report: components["schemas"]["AccountImportReport"];
        } | {
            /** @description Why it failed. */
            error: components["schemas"]["ErrorCode"];
        };
        /** @description How far an import is. */
        AccountImportProgress: {
            /**
             * Format: int32
             * @description The number of records of this step that are done.
             */
            done: number;
            /** @description The current step. */
            step: components["schemas"]["AccountImportStep"];
            /**
             * Format: int32
             * @description The number of records of this step; 0 if it is unknown.
             */
            total: number;
        };
        /** @description The result of an import. */
        AccountImportReport: {
            /** @description The files attached to cards. */
            attachments: components["schemas"]["AccountImportCounts"];
            /** @description The ids of the new boards, at most 100. */
            board_ids: components["schemas"]["Id"][];
            /** @description The boards. */
            boards: components["schemas"]["AccountImportCounts"];
            /** @description The focus sessions and breaks. */
            focus_sessions: components["schemas"]["AccountImportCounts"];
            /** @description Whether preferences were imported. */
            has_settings: boolean;
            /** @description The notes. */
            notes: components["schemas"]["AccountImportCounts"];
            /** @description The uploaded background pictures. */
            pictures: components["schemas"]["AccountImportCounts"];
            /** @description The boards that were refused, at most 100. */
            refused_boards: components["schemas"]["RefusedBoard"][];
            /**
             * Format: int32
             * @description The number of boards, lists, cards and items in the trash, which are not imported.
             */
            trashed: number;
        };
        /**
         * @description A step of an import, in the order of the steps.
         * @enum {string}
         */
        AccountImportStep: "boards" | "notes" | "focus_sessions" | "pictures" | "attachments" | "settings";
        /** @description The response to `GET /account/` and to requests that change the account. */
        AccountResponse: {
            /** @description The account. */
            account: components["schemas"]["Account"];
        };
        /** @description An entry of the activity of a card or a board: an op that was applied. */
        Activity: {
            /** @description When the user made the change, by the clock of the user's device. */
            at: components["schemas"]["Timestamp"];
            card_id: components["schemas"]["Id"] | null;
            /** @description The change. Texts are cut to 200 characters. */
            change: components["schemas"]["Change"];
            /** @description The op's id. */
            id: components["schemas"]["Id"];
            user_id: components["schemas"]["Id"] | null;
            /** @description The first and last name of the user who made the change, or "Deleted user". */
            who: string;
        };
        /** @description The response to `GET /boards/{id}/activity/` and `GET /boards/{id}/cards/{card_id}/activity/`. */
        ActivityResponse: {
            /** @description At most 100 changes, latest first. */
            activity: components["schemas"]["Activity"][];
            next: components["schemas"]["Id"] | null;
        };
        /** @description The response to `GET /admin/audit/`. */
        AdminAudit: {
            /** @description At most 50 entries, the newest first. */
            entries: components["schemas"]["AuditEntry"][];
            /** @description Whether there is another page. */
            has_more: boolean;
        };
        /** @description The response to a change by an administrator. */
        AdminChangeResponse: {
            /** @description The link of a new invitation, if the server sends no mail: the administrator passes it on. Null otherwise. */
            invitation_url: string | null;
        };
        /** @description A background job that runs again and again. */
        AdminJob: {
            finished_at: components["schemas"]["Timestamp"] | null;
            /** @description Why its last run failed; empty if it succeeded. */
            last_error: string;
            /** @description Its name, such as `purge_trash`. */
            name: string;
            /** @description When it runs next. */
            next_run_at: components["schemas"]["Timestamp"];
        };
        /** @description A mail that waits to be sent. */
        AdminMail: {
            /** @description When it was queued. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The mail's id. */
            id: components["schemas"]["Id"];
            /** @description What it is about, such as `reset_password`. */
            kind: string;
            /** @description When the next attempt begins. */
            next_try_at: components["schemas"]["Timestamp"];
            /** @description The recipient's address. */
            recipient: string;
            /**
             * Format: int64
             * @description The number of attempts so far.
             */
            tries: number;
        };
        /** @description The body of `POST /admin/mails/`. */
        AdminMailRequest: {
            /** @description What to change. */
            change: components["schemas"]["MailChange"];
            /** @description The mail. */
            id: components["schemas"]["Id"];
            /** @description The administrator's password; empty if the account has none. */
            password: string;
        };
        /** @description The response to `GET /admin/mails/`. */
        AdminMails: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description At most 50 mails, the earliest first. */
            mails: components["schemas"]["AdminMail"][];
        };
        /** @description The response to `GET /admin/people/`. */
        AdminPeople: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description At most 50 accounts, the newest first. */
            people: components["schemas"]["AdminPerson"][];
        };
        /** @description A user's account, as administrators see it. */
        AdminPerson: {
            /**
             * Format: int64
             * @description The number of boards, those in the trash included.
             */
            boards: number;
            /**
             * Format: int64
             * @description The number of cards, those in the archive and in the trash included.
             */
            cards: number;
            /** @description When the account was created. */
            date_joined: components["schemas"]["Timestamp"];
            delete_at: components["schemas"]["Timestamp"] | null;
            /** @description Email address, in lower case. */
            email: string;
            /** @description First name. */
            first_name: string;
            /** @description The account's id. */
            id: components["schemas"]["Id"];
            /** @description Whether the user is an administrator. */
            is_admin: boolean;
            /** @description Whether the email address has been confirmed. */
            is_verified: boolean;
            last_login: components["schemas"]["Timestamp"] | null;
            /** @description Last name. */
            last_name: string;
            /**
             * Format: int64
             * @description The number of browsers and programs that are logged in.
             */
            logins: number;
            /**
             * Format: int64
             * @description The bytes of notes, recorded changes and pictures.
             */
            stored_bytes: number;
            /** @description The plan. */
            user_type: components["schemas"]["UserType"];
        };
        /** @description The body of `POST /admin/people/`. */
        AdminPersonRequest: {
            /** @description What to change. */
            change: components["schemas"]["PersonChange"];
            /** @description The account. */
            id: components["schemas"]["Id"];
            /** @description The administrator's password; empty if the account has none. */
            password: string;
        };
        /** @description The response to `GET /admin/storage/`: what the server stores, and whether it works. */
        AdminStorage: {
            /**
             * Format: int64
             * @description The number of boards, those in the trash included.
             */
            boards: number;
            /**
             * Format: int64
             * @description The number of cards, those in the archive and in the trash included.
             */
            cards: number;
            /**
             * Format: int64
             * @description The bytes of the texts of all boards and of their recorded changes.
             */
            change_bytes: number;
            /**
             * Format: int64
             * @description The size of the database in bytes.
             */
            database_bytes: number;
            /**
             * Format: int64
             * @description The number of focus sessions.
             */
            focus_sessions: number;
            /**
             * Format: int64
             * @description The free space on the disk of the data folder, in bytes.
             */
            free_bytes: number;
            /** @description Whether a write to the database was committed just now. */
            is_database_ok: boolean;
            /** @description Whether the disk has space. */
            is_disk_ok: boolean;
            /** @description Whether the queue of writes has space. */
            is_queue_ok: boolean;
            /** @description The background jobs, by name. */
            jobs: components["schemas"]["AdminJob"][];
            /**
             * Format: int64
             * @description The number of open live connections.
             */
            live_connections: number;
            /**
             * Format: int64
             * @description The bytes of the texts of all notes, with their earlier versions.
             */
            note_bytes: number;
            /**
             * Format: int64
             * @description The number of notes, those in the trash included.
             */
            notes: number;
            /**
             * Format: int64
             * @description The number of accounts.
             */
            people: number;
            /**
             * Format: int64
             * @description The bytes of all pictures.
             */
            picture_bytes: number;
            /**
             * Format: int64
             * @description The number of uploaded pictures.
             */
            pictures: number;
            /**
             * Format: int64
             * @description The number of writes that wait for the database.
             */
            queued_writes: number;
            /** @description The version of the server. */
            version: string;
        };
        /** @description The response to `GET /admin/waitlist/`. */
        AdminWaitlist: {
            /** @description At most 50 entries, the earliest first. */
            entries: components["schemas"]["AdminWaitlistEntry"][];
            /** @description Whether there is another page. */
            has_more: boolean;
        };
        /** @description An entry of the waitlist. */
        AdminWaitlistEntry: {
            /** @description Email address, in lower case. */
            email: string;
            invited_at: components["schemas"]["Timestamp"] | null;
            /** @description When the address joined the waitlist. */
            joined_at: components["schemas"]["Timestamp"];
            /** @description The name, as it was entered. */
            name: string;
        };
        /** @description The body of `POST /admin/waitlist/`. */
        AdminWaitlistRequest: {
            /** @description What to change. */
            change: components["schemas"]["WaitlistChange"];
            /** @description The email address of the entry. */
            email: string;
            /** @description The administrator's password; empty if the account has none. */
            password: string;
        };
        /** @description An API token of an account. The token itself is shown only once, when it is created. */
        ApiToken: {
            /** @description The boards that it is limited to; null for everything that its scopes allow. */
            board_ids: components["schemas"]["Id"][] | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it expires. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description The last 4 characters of the token. */
            last_characters: string;
            last_used_at: components["schemas"]["Timestamp"] | null;
            /** @description What the user calls it. */
            name: string;
            /** @description What it may do. */
            scopes: components["schemas"]["ApiTokenScope"][];
        };
        /** @description The response to `GET /account/tokens/`. */
        ApiTokens: {
            /** @description The tokens of the account that have not expired, the newest first. */
            tokens: components["schemas"]["ApiToken"][];
        };
        /**
         * @description What an API token may do.
         * @enum {string}
         */
        ApiTokenScope: "read" | "write";
        /** @description The addresses of an attachment. */
        AttachmentLink: {
            /** @description The id of the attachment. */
            id: components["schemas"]["Id"];
            /** @description The path of the preview, a JPEG of at most 800 pixels; null for files that are not pictures. */
            preview_url: string | null;
            /** @description The path of the file on this server. */
            url: string;
        };
        /** @description The response of `GET /attachments/{attachment}/`. */
        AttachmentLinkResponse: {
            /** @description When the addresses expire, in 5 to 10 minutes. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The path of the preview, a JPEG of at most 800 pixels; null for files that are not pictures. */
            preview_url: string | null;
            /** @description The path of the file on this server. */
            url: string;
        };
        /** @description The response of `GET /boards/{board}/attachments/`. */
        AttachmentLinksResponse: {
            /** @description When the addresses expire, in 5 to 10 minutes. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The addresses of all attachments of the board's cards, without those in the trash. */
            links: components["schemas"]["AttachmentLink"][];
        };
        /** @description The response of `POST /boards/{board}/cards/{card}/attachments/`. */
        AttachmentResponse: {
            /** @description The attachment. */
            item: components["schemas"]["Item"];
        };
        /**
         * @description What an administrator, the operator, or a user to the own account did.
         * @enum {string}
         */
        AuditAction: "make_admin" | "set_plan" | "end_logins" | "delete_account" | "keep_account" | "reset_password" | "invite" | "remove_from_waitlist" | "retry_mail" | "delete_mail" | "create_api_token" | "revoke_api_token" | "add_webhook" | "change_webhook" | "delete_webhook";
        /** @description An entry of the audit log. */
        AuditEntry: {
            /** @description What happened. */
            action: components["schemas"]["AuditAction"];
            /** @description The email of the administrator or the user; null if it happened by `twentyfour admin`, empty if the account was deleted since. */
            admin: string | null;
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description Details, such as the plan or the last characters of an API token; may be empty. */
            detail: string;
            /** @description The entry's id. */
            id: components["schemas"]["Id"];
            /** @description The email that it concerned; null for none, empty if its account was deleted or it left the waitlist since. */
            target: string | null;
        };
        /** @description The response to a login and to a sign-up. */
        AuthResponse: {
            /** @description A JWT for the `Authorization` header, valid for 15 minutes. */
            access_token: string;
            /** @description A token that can be exchanged once for the next pair; valid for 30 days. */
            refresh_token: string;
            /** @description The current user, as the only element. */
            user: components["schemas"]["User"][];
        };
        /** @description The background that the user has chosen for Home. */
        Background: "daily" | {
            /** @description A bundled wallpaper. */
            wallpaper: string;
        } | {
            /** @description A picture that the user uploaded. */
            picture: string;
        } | {
            /** @description A photo of the photo service. */
            photo: components["schemas"]["Photo"];
        };
        /** @description A board without its lists and cards. */
        Board: {
            color: components["schemas"]["Color"] | null;
            /** @description What it is for; may be empty. */
            description: components["schemas"]["Description"];
            /** @description Whether it is a favorite of the reader, which comes first in lists of boards. */
            favorite: boolean;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            image: components["schemas"]["Image"] | null;
            import_key?: components["schemas"]["ImportKey"] | null;
            /** @description Whether the reader has muted it: nothing about it is added to the inbox. */
            is_muted: boolean;
            /** @description Whether it is a template for new boards. It is not listed with the other boards then, and its cards are no tasks. */
            is_template?: boolean;
            /** @description The custom colors of its labels. Other labels have the default color. */
            label_colors: components["schemas"]["LabelColor"][];
            /** @description The members, the owner first; empty if the board is not shared. */
            members: components["schemas"]["Member"][];
            /** @description Its name. */
            name: components["schemas"]["BoardName"];
            /** @description The role of the reader. Data stored before boards could be shared has none: the reader is the owner then. */
            role: components["schemas"]["Role"];
            /** @description Whether the other members see how long the reader has focused on each card. */
            shares_focus?: boolean;
            /** @description The readable part of its URL. It is unique and does not change when the board is renamed. */
            slug: components["schemas"]["Slug"];
            trashed_at: components["schemas"]["Timestamp"] | null;
            /** @description What the reader watches on it: cards, lists, or the whole board by its own id. Some of them may have been deleted. */
            watched_ids: components["schemas"]["Id"][];
        };
        /** @description A list of an opened board, with its cards. */
        BoardColumn: {
            /** @description Its cards in order, without those in the archive or in the trash. */
            cards: components["schemas"]["Card"][];
            /** @description The list's id. */
            id: components["schemas"]["Id"];
            /** @description The list's name. */
            name: components["schemas"]["ListName"];
        };
        /** @description What becomes of a shared board when its owner's account is deleted. */
        BoardDecision: {
            /** @description The board. */
            board_id: components["schemas"]["Id"];
            new_owner_id?: components["schemas"]["Id"] | null;
        };
        /** @description A field of a board and its new value. */
        BoardEdit: {
            /** @enum {string} */
            field: "name";
            /** @description 1 to 200 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "description";
            /** @description 0 to 50,000 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "color";
            /** @description `#rrggbb` or `transparent`; null for the default. */
            value: string | null;
        } | {
            /** @enum {string} */
            field: "image";
            /** @description One of the pictures on offer; null for the default. */
            value: string | null;
        } | {
            /** @enum {string} */
            field: "favorite";
            /** @description Whether the board is a favorite. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "watch";
            /** @description A card, a list or the board itself, by its id, that the author watches from now on. */
            value: components["schemas"]["Id"];
        } | {
            /** @enum {string} */
            field: "unwatch";
            /** @description One that the author watches no more. */
            value: components["schemas"]["Id"];
        } | {
            /** @enum {string} */
            field: "muted";
            /** @description Whether the author's inbox gets nothing about the board. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "shares_focus";
            /** @description Whether the other members see how long the author has focused on each card. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "template";
            /** @description Whether the board is a template for new boards. */
            value: boolean;
        };
        /** @description The focused time of one board. */
        BoardFocus: {
            board_id: components["schemas"]["Id"] | null;
            /** @description Its color; null for the default. */
            color: string | null;
            /**
             * Format: int64
             * @description Focused time, in seconds.
             */
            focused: number;
            /** @description Its name; empty if `board_id` is null. */
            name: string;
            /**
             * Format: int64
             * @description The number of focus sessions of at least one minute.
             */
            sessions: number;
        };
        /** @description The response to `GET /boards/{id}/focus-time/`. Sessions in the request's `except` are not included. */
        BoardFocusTimeResponse: {
            /** @description The cards with focused time. */
            cards: components["schemas"]["CardFocus"][];
        };
        /** @description An invitation to a board that was not accepted yet. */
        BoardInvitation: {
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The address that it was mailed to; null for a link. */
            email: string | null;
            /** @description When it expires. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description The role of the new member. */
            role: components["schemas"]["Role"];
        };
        /** @description The body of `POST /boards/{id}/invitations/`. */
        BoardInvitationRequest: {
            /** @description The address to mail the invitation to; absent for a link that you share yourself. */
            email?: string | null;
            /** @description The role of the new member: every role but `owner`. */
            role: components["schemas"]["Role"];
        };
        /** @description The response to `POST /boards/{id}/invitations/`. */
        BoardInvitationResponse: {
            /** @description The invitation. */
            invitation: components["schemas"]["BoardInvitation"];
            /** @description The URL that accepts it. It ends in the code, which cannot be read again. */
            link: string;
        };
        /** @description The response to `GET /boards/{id}/invitations/`. */
        BoardInvitationsResponse: {
            /** @description The invitations that can still be accepted, latest first. */
            invitations: components["schemas"]["BoardInvitation"][];
            /** @description The URL at which anybody may read the board; null if the public link is off. */
            public_link: string | null;
        };
        /** @description A board's name: 1 to 200 characters, not blank (SPEC B1). */
        BoardName: string;
        /** @description A change to a board. Its id is an idempotency key: applying it twice has the same result as applying it once. */
        BoardOp: {
            /** @description When the user made the change, by the clock of the user's device. */
            at: components["schemas"]["Timestamp"];
            /** @description The change. */
            change: components["schemas"]["Change"];
            /** @description The op's id. */
            id: components["schemas"]["Id"];
        };
        /** @description A board with its lists. */
        BoardOverview: components["schemas"]["Board"] & {
            /** @description Its lists, in order. */
            columns: components["schemas"]["Column"][];
        };
        /**
         * @description Records of one board: either all that are in use, or those that changed since a version, including records in the
         *     trash and in the archive. The arrays are not ordered: lists, cards and subtasks are ordered by rank, comments by
         *     creation time.
         */
        BoardRecords: {
            board: components["schemas"]["Board"] | null;
            /** @description Cards of the board. */
            cards: components["schemas"]["Card"][];
            /** @description Whether these are all records in use. If so, delete every other record of the board. */
            is_complete: boolean;
            /** @description Subtasks, comments, reminders and attachments of the cards. */
            items: components["schemas"]["Item"][];
            /** @description Lists of the board. */
            lists: components["schemas"]["List"][];
            /**
             * Format: int64
             * @description The board's version. It grows by one with every batch of ops that changes something.
             */
            version: number;
        };
        /**
         * @description The response to `GET /tasks/` and `GET /trash/`: for each board with such records, its own record, the records, and
         *     the lists that they are in.
         */
        BoardsRecordsResponse: {
            /** @description The boards. */
            boards: components["schemas"]["BoardRecords"][];
        };
        /** @description The fields that `PUT /boards/update-board/` can change. */
        BoardUpdate: {
            /** @description The color, `#rrggbb` or `transparent`; null clears it. */
            color?: string | null;
            /** @description The description as Markdown, 0 to 50,000 characters. */
            description?: string | null;
            /** @description Whether the board is a favorite. */
            favorite?: boolean | null;
            /** @description The background picture, one of those on offer; null clears it. */
            image?: string | null;
            /** @description The name, 1 to 200 characters. */
            name?: string | null;
        };
        /** @description A board with its lists and cards. */
        BoardView: {
            /** @description The board. */
            board: components["schemas"]["Board"];
            /** @description The loaded cards of all lists, in no particular order; [`ListView::card_ids`] contains the order. */
            cards: components["schemas"]["CardView"][];
            /** @description Its lists, in order. */
            lists: components["schemas"]["ListView"][];
        };
        /**
         * @description Why the busy hours of another calendar cannot be shown.
         * @enum {string}
         */
        BusyError: "address_not_allowed" | "unreachable" | "refused" | "too_large" | "unreadable";
        /** @description The response to `GET /account/calendar/busy/`. */
        BusyResponse: {
            /** @description The times that overlap the requested range, by their start. Empty without another calendar. */
            busy: components["schemas"]["BusyTime"][];
            error: components["schemas"]["BusyError"] | null;
        };
        /** @description A time at which the account is busy. */
        BusyTime: {
            /** @description When it ends. */
            ends_at: components["schemas"]["Timestamp"];
            /** @description When it begins. */
            starts_at: components["schemas"]["Timestamp"];
            /** @description The title of the event, at most 200 characters; may be empty. */
            title: string;
        };
        /**
         * @description Which cards with a due date are in a calendar feed.
         * @enum {string}
         */
        CalendarCards: "all" | "mine";
        /** @description The calendar feed of an account. */
        CalendarFeed: {
            /** @description When the address was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What it contains. */
            options: components["schemas"]["CalendarOptions"];
            /** @description The secret address. Anyone who knows it can read the feed. */
            url: string;
        };
        /** @description What a calendar feed contains. */
        CalendarOptions: {
            /** @description Which cards it contains. */
            cards?: components["schemas"]["CalendarCards"];
            /** @description Whether it contains focus sessions. */
            includes_sessions?: boolean;
        };
        /** @description The other calendar whose busy hours the account sees. */
        CalendarSource: {
            /** @description When it was added. */
            added_at: components["schemas"]["Timestamp"];
            /** @description The host of its address. The address itself is a secret and is not sent. */
            host: string;
        };
        /** @description The body of `PUT /account/calendar/busy/`. */
        CalendarSourceRequest: {
            /** @description The address of an iCalendar file: `https` or `webcal`, at most 2,000 characters. */
            url: string;
        };
        /** @description The calendars of an account. */
        CalendarsResponse: {
            feed: components["schemas"]["CalendarFeed"] | null;
            source: components["schemas"]["CalendarSource"] | null;
        };
        /** @description A card of a list. */
        Card: {
            archived_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The members who are assigned to it, in the order in which they were assigned, without duplicates. Some of them may
             *     have left the board.
             */
            assignee_ids: components["schemas"]["Id"][];
            completed_at: components["schemas"]["Timestamp"] | null;
            cover_id?: components["schemas"]["Id"] | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Its description as Markdown; may be empty. */
            description: components["schemas"]["Description"];
            due_date: components["schemas"]["DueDate"] | null;
            /**
             * Format: int32
             * @description How long it is estimated to take, in minutes: 1 to 6,000; absent for no estimate.
             */
            estimate_minutes?: number | null;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /**
             * @description Its priority before it was completed, to which `priority` returns (SPEC B32). Equal to `priority` while it is
             *     not done.
             */
            importance: components["schemas"]["Priority"];
            /** @description Its labels, in the order in which they were added, without duplicates. */
            labels: components["schemas"]["Label"][];
            /** @description The id of its list. */
            list_id: components["schemas"]["Id"];
            /** @description Its priority; `completed` means that it is done. */
            priority: components["schemas"]["Priority"];
            /** @description Its position in that list. */
            rank: components["schemas"]["Rank"];
            recurrence?: components["schemas"]["Recurrence"] | null;
            /** @description Its title. */
            title: components["schemas"]["CardTitle"];
            trashed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A field of a card and its new value. */
        CardEdit: {
            /** @enum {string} */
            field: "title";
            /** @description 1 to 500 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "description";
            /** @description Markdown, 0 to 50,000 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "priority";
            /** @description Low, medium, high or completed. Completed marks the card as done now; its previous priority is remembered. */
            value: components["schemas"]["Priority"];
        } | {
            /** @enum {string} */
            field: "completed";
            /** @description Whether the card is done. True sets the priority to completed, false restores the previous priority. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "due_date";
            /** @description A due date, or null for none, which also ends the recurrence. */
            value: string | null;
        } | {
            /** @enum {string} */
            field: "labels";
            /** @description Up to 50 labels of 1 to 50 characters. */
            value: string[];
        } | {
            /** @enum {string} */
            field: "archived";
            /** @description Whether the card is in the archive. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "assign";
            /** @description A member of the board to assign to the card. */
            value: components["schemas"]["Id"];
        } | {
            /** @enum {string} */
            field: "unassign";
            /** @description A member who is no longer assigned. */
            value: components["schemas"]["Id"];
        } | {
            /** @enum {string} */
            field: "cover";
            value: components["schemas"]["Id"] | null;
        } | {
            /** @enum {string} */
            field: "recurrence";
            value: components["schemas"]["Recurrence"] | null;
        } | {
            /** @enum {string} */
            field: "estimate";
            /**
             * Format: int32
             * @description How long the card is estimated to take, in minutes: 1 to 6,000; null for no estimate.
             */
            value: number | null;
        };
        /** @description The focused time of one card. */
        CardFocus: {
            card_id: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description Focused time, in milliseconds.
             */
            focused: number;
            /**
             * Format: int64
             * @description The number of focus sessions of at least one minute.
             */
            sessions: number;
        };
        /** @description A card's title: 1 to 500 characters, not blank (SPEC B3). */
        CardTitle: string;
        /**
         * @description A card as its board shows it. Its position is in [`ListView::card_ids`]; its long texts are in [`CardDetails`],
         *     which is loaded when the card is opened.
         */
        CardView: {
            /** @description The members who are assigned to it. Those who have left the board are not shown. */
            assignee_ids: components["schemas"]["Id"][];
            /**
             * Format: int32
             * @description The number of attachments.
             */
            attachments?: number;
            /**
             * Format: int32
             * @description The number of comments.
             */
            comments: number;
            cover_id?: components["schemas"]["Id"] | null;
            due_date: components["schemas"]["DueDate"] | null;
            due_status: components["schemas"]["DueStatus"] | null;
            /**
             * Format: int32
             * @description How long it is estimated to take, in minutes; null for no estimate.
             */
            estimate_minutes?: number | null;
            /** @description Whether it has a description. */
            has_description: boolean;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Its labels, in the order in which they were added. */
            labels: components["schemas"]["Label"][];
            /** @description Its priority; `completed` means that it is done. */
            priority: components["schemas"]["Priority"];
            recurrence?: components["schemas"]["Recurrence"] | null;
            /**
             * Format: int32
             * @description The number of reminders.
             */
            reminders: number;
            /**
             * Format: int32
             * @description The number of subtasks.
             */
            subtasks: number;
            /**
             * Format: int32
             * @description The number of completed subtasks.
             */
            subtasks_done: number;
            /** @description Its title. */
            title: components["schemas"]["CardTitle"];
        };
        /** @description The change that an op makes. Positions are ranks. Moving a record that is in the trash also restores it. */
        Change: {
            /** @description The id of the new list. */
            list_id: components["schemas"]["Id"];
            /** @description Its name, 0 to 200 characters. */
            name: string;
            /** @description Its position. */
            rank: string;
            /** @enum {string} */
            type: "add_list";
        } | {
            /** @description The list. */
            list_id: components["schemas"]["Id"];
            /** @description Its new position. */
            rank: string;
            /** @enum {string} */
            type: "move_list";
        } | {
            /** @description The field and its new value. */
            edit: components["schemas"]["ListEdit"];
            /** @description The list. */
            list_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "edit_list";
        } | {
            /** @description The list. */
            list_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "trash_list";
        } | {
            /** @description The list. */
            list_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "restore_list";
        } | {
            /** @description The id of the new card. */
            card_id: components["schemas"]["Id"];
            /** @description The list to add it to. */
            list_id: components["schemas"]["Id"];
            /** @description Its priority; low if absent. */
            priority?: components["schemas"]["Priority"];
            /** @description Its position in the list. */
            rank: string;
            /** @description Its title, 1 to 500 characters. */
            title: string;
            /** @enum {string} */
            type: "add_card";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description The list to move it to. */
            list_id: components["schemas"]["Id"];
            /** @description Its position in that list. */
            rank: string;
            /** @enum {string} */
            type: "move_card";
        } | {
            /** @description The other board. */
            board_id: components["schemas"]["Id"];
            card_id?: components["schemas"]["Id"] | null;
            /** @description The list of the other board to move the card to, or the list that moves. */
            list_id: components["schemas"]["Id"];
            /** @description Its position in that list, or on that board. */
            rank: string;
            /** @enum {string} */
            type: "move_to_board";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description The field and its new value. */
            edit: components["schemas"]["CardEdit"];
            /** @enum {string} */
            type: "edit_card";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description The user's local day of the completion. */
            day: components["schemas"]["LocalDay"];
            /** @description The due date of the occurrence that is completed. The ids of the copies depend on it. */
            due: components["schemas"]["DueDate"];
            /** @enum {string} */
            type: "complete_recurring";
        } | {
            /** @description The description that the user has changed, 0 to 50,000 characters. */
            base: string;
            card_id?: components["schemas"]["Id"] | null;
            /** @description The changed description as Markdown, 0 to 50,000 characters. */
            text: string;
            /** @enum {string} */
            type: "merge_description";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "trash_card";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "restore_card";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description The id of the new item. */
            item_id: components["schemas"]["Id"];
            /** @description Its position among the card's subtasks. */
            rank: string;
            /** @description Its title, 1 to 500 characters. */
            title: string;
            /** @enum {string} */
            type: "add_subtask";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description The id of the new item. */
            item_id: components["schemas"]["Id"];
            /** @description Its text as Markdown, 1 to 10,000 characters. */
            text: string;
            /** @enum {string} */
            type: "add_comment";
        } | {
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description The id of the new item. */
            item_id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description How long before the due date it fires, in minutes: 0 to 525,600.
             */
            minutes_before: number;
            /** @enum {string} */
            type: "add_reminder";
        } | {
            /**
             * Format: int64
             * @description Its size in bytes.
             */
            bytes: number;
            /** @description The card. */
            card_id: components["schemas"]["Id"];
            /** @description Its media type. */
            content_type: string;
            /**
             * Format: int32
             * @description The height of a picture in pixels; null for other files.
             */
            height?: number | null;
            /** @description The id of the new item. */
            item_id: components["schemas"]["Id"];
            /** @description The name of the file, 1 to 255 characters. */
            name: string;
            /** @enum {string} */
            type: "add_attachment";
            /**
             * Format: int32
             * @description The width of a picture in pixels; null for other files.
             */
            width?: number | null;
        } | {
            /** @description The item. */
            item_id: components["schemas"]["Id"];
            /** @description Its new position. */
            rank: string;
            /** @enum {string} */
            type: "move_subtask";
        } | {
            /** @description The field and its new value. */
            edit: components["schemas"]["ItemEdit"];
            /** @description The item. */
            item_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "edit_item";
        } | {
            /** @description The emoji. */
            emoji: string;
            /** @description Whether the author reacts with it. */
            is_set: boolean;
            /** @description The comment. */
            item_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "set_reaction";
        } | {
            /** @description The item. */
            item_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "trash_item";
        } | {
            /** @description The item. */
            item_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "restore_item";
        } | {
            /** @description `#rrggbb`; null for the default. */
            color?: string | null;
            /** @description The label, 1 to 50 characters. */
            label: string;
            /** @enum {string} */
            type: "set_label_color";
        } | {
            /** @description The field and its new value. */
            edit: components["schemas"]["BoardEdit"];
            /** @enum {string} */
            type: "edit_board";
        } | {
            /** @enum {string} */
            type: "trash_board";
        } | {
            /** @enum {string} */
            type: "restore_board";
        };
        /** @description The body of `PUT /account/email/`. */
        ChangeEmailRequest: {
            /** @description The new email address, at most 254 characters. */
            email: string;
            /** @description The account's password; empty if it has none. */
            password: string;
        };
        /**
         * @description The body of `PUT /account/password/`. All other logins of the account end; this one continues with the tokens in the
         *     response.
         */
        ChangePasswordRequest: {
            /** @description The current password; empty if the account has none. */
            current_password: string;
            /** @description The new password, 8 to 128 characters. */
            password: string;
        };
        /** @description A color: `#rrggbb` in lower case, or `transparent` for none (SPEC B6). */
        Color: string;
        /** @description A list in the overview of boards, with the number of its cards. */
        Column: {
            /**
             * Format: int64
             * @description The number of cards in the list.
             */
            card_count: number;
            /** @description Always empty: `GET /boards/{board}/` returns the cards. */
            cards: Record<string, never>[];
            /** @description The list's id. */
            id: components["schemas"]["Id"];
            /** @description The list's name. */
            name: components["schemas"]["ListName"];
        };
        /** @description A comment: 1 to 10,000 characters, not blank, stored as typed (SPEC B33). */
        CommentText: string;
        /** @description The body of `POST /auth/confirm-email/`. */
        ConfirmEmailRequest: {
            /** @description The token of the mailed link; valid once, for 24 hours. */
            token: string;
        };
        /** @description The body of `POST /contact/`. */
        ContactRequest: {
            /** @description The sender's email address, at most 254 characters. */
            email: string;
            /** @description The message, 1 to 5,000 characters. */
            message: string;
            /** @description The sender's name, 1 to 200 characters. */
            name: string;
            /**
             * @description A hidden field against spam bots (honeypot). If it is filled in, the request seems to succeed, but nothing is
             *     sent.
             */
            website?: string | null;
        };
        /** @description The body of `POST /account/tokens/`. */
        CreateApiTokenRequest: {
            /** @description The boards that the token is limited to, at most 100. Absent or null: everything that its scopes allow. */
            board_ids?: components["schemas"]["Id"][] | null;
            /** @description When the token expires: at most 365 days from now. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description What the user calls the token, 1 to 200 characters. */
            name: string;
            /** @description The account's password; empty if it has none. */
            password?: string;
            /** @description What the token may do: at least one scope. */
            scopes: components["schemas"]["ApiTokenScope"][];
        };
        /** @description The response to `POST /account/tokens/`. */
        CreateApiTokenResponse: {
            /** @description What is stored about it. */
            api_token: components["schemas"]["ApiToken"];
            /** @description The token, for the header `Authorization: Bearer …`. It cannot be shown again. */
            token: string;
        };
        /** @description The body of `POST /boards/create-board/`. Repeating the request with the same id returns the same board. */
        CreateBoardRequest: {
            /**
             * @description The id, a UUID; generated by the server if absent. It is a plain string, so that an invalid id gets its own
             *     error code.
             */
            id?: string | null;
            /**
             * @description Whether the board was created without a connection to the server. Such a board is accepted even if the plan's
             *     number of boards is exceeded (SPEC L3).
             */
            made_offline?: boolean;
            /** @description The name, 1 to 200 characters. */
            name: string;
            /** @description The slug; made from the name and the id if absent. */
            slug?: string | null;
        };
        /** @description The response to creating a board. */
        CreateBoardResponse: {
            /** @description The new board. */
            board: components["schemas"]["BoardOverview"];
        };
        /** @description The current weather at a place. */
        CurrentWeather: {
            /**
             * Format: int64
             * @description Whether it is daytime: 0 or 1.
             */
            is_day: number;
            /**
             * Format: double
             * @description Degrees Celsius: -100 to 70.
             */
            temperature: number;
            /**
             * Format: int64
             * @description The weather condition: 0 to 99 (WMO table 4677).
             */
            weathercode: number;
            /**
             * Format: double
             * @description The direction that the wind comes from, in degrees clockwise from north: 0 to 360.
             */
            winddirection: number;
            /**
             * Format: double
             * @description Wind speed in kilometers per hour: 0 to 500.
             */
            windspeed: number;
        };
        /** @description The focused time of one local day. */
        DaySum: {
            /** @description The day. */
            day: components["schemas"]["LocalDay"];
            /** @description When the first interval of this day started. */
            first_start: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The user's UTC offset at that time, in minutes; positive is east of Greenwich.
             */
            first_utc_offset: number;
            /**
             * Format: int64
             * @description Focused time, in milliseconds.
             */
            focused: number;
            /** @description When the last interval of this day started. */
            last_start: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The user's UTC offset at that time, in minutes; positive is east of Greenwich.
             */
            last_utc_offset: number;
            /**
             * Format: int64
             * @description The number of focus sessions of at least one minute that started on this day.
             */
            sessions: number;
        };
        /** @description The body of `POST /account/delete/`. */
        DeleteAccountRequest: {
            /**
             * @description What becomes of the shared boards that the account owns. All that are not in the trash must be listed. Absent if there
             *     are none.
             */
            boards?: components["schemas"]["BoardDecision"][];
            /** @description The account's password; empty if it has none. */
            password: string;
        };
        /** @description A description: 0 to 50,000 characters, stored as typed (SPEC B4). */
        Description: string;
        /**
         * @description The due date of a card in the user's local time: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. It has no time zone on purpose:
         *     a card that is due at nine stays due at nine when the user travels.
         * @example 2026-03-03T09:00
         */
        DueDate: string;
        /**
         * @description The status of a due date, relative to the user's local time.
         * @enum {string}
         */
        DueStatus: "overdue" | "today" | "later";
        /**
         * @description An emoji of a reaction: 1 to 16 characters from the blocks of Unicode that contain emoji, at least one of them a symbol
         *     (SPEC M101). Families, flags and skin tones take several characters.
         */
        Emoji: string;
        /** @description The body of `POST /account/logins/end-all/`. */
        EndAllLoginsRequest: {
            /** @description The account's password; empty if it has none. */
            password: string;
        };
        /**
         * @description The sound that is played once when a phase ends or is paused. The files are named like the values, in
         *     `/sounds/timer_sounds/`.
         * @enum {string}
         */
        EndingSound: "none" | "ending_sound" | "chime" | "gong" | "marimba";
        /** @description The body of `POST /account/logins/end/`. */
        EndLoginRequest: {
            /** @description The login's id, a UUID. It is a plain string, so that an invalid id gets its own error code. */
            id: string;
            /** @description The account's password; empty if it has none. */
            password: string;
        };
        /**
         * @description Why something was refused. Codes are stable: programs may match on them, and nothing matches on sentences.
         * @enum {string}
         */
        ErrorCode: "bad_json" | "body_invalid" | "bad_intent" | "bad_op" | "bad_id" | "bad_query" | "bad_rank" | "token_missing" | "token_invalid" | "token_expired" | "token_scope" | "token_limit" | "refresh_invalid" | "credentials_invalid" | "not_found" | "forbidden_role" | "unknown_member" | "emoji_invalid" | "too_many_reactions" | "too_many_watched" | "board_access_lost" | "own_text_replaced" | "other_text_replaced" | "owner_required" | "new_owner_limit" | "new_owner_leaving" | "shared_boards_undecided" | "member_limit" | "shared_board_limit" | "method_not_allowed" | "too_large" | "too_many_ops" | "too_many_cards" | "email_taken" | "email_invalid" | "password_required" | "password_too_short" | "password_too_long" | "password_common" | "password_personal" | "password_wrong" | "login_stale" | "link_invalid" | "google_failed" | "invitation_required" | "invitation_invalid" | "too_many_requests" | "request_timeout" | "contact_off" | "message_required" | "message_too_long" | "first_name_required" | "last_name_required" | "name_required" | "name_too_long" | "title_required" | "title_too_long" | "description_too_long" | "comment_required" | "comment_too_long" | "reminder_invalid" | "label_invalid" | "too_many_labels" | "too_many_label_colors" | "due_date_invalid" | "recurrence_invalid" | "recurrence_needs_due_date" | "last_occurrence" | "estimate_invalid" | "text_invalid" | "url_invalid" | "color_invalid" | "image_invalid" | "picture_too_large" | "picture_unsupported" | "picture_broken" | "board_limit" | "card_limit" | "change_limit" | "picture_limit" | "file_too_large" | "upload_interrupted" | "attachment_limit" | "webhook_limit" | "slug_invalid" | "slug_taken" | "unknown_board" | "unknown_list" | "unknown_card" | "unknown_item" | "nothing_to_undo" | "id_taken" | "op_id_reused" | "session_invalid" | "clock_ahead" | "session_start_invalid" | "session_in_future" | "session_minutes_invalid" | "note_invalid" | "note_too_long" | "note_limit" | "unknown_note" | "timer_empty" | "timer_running" | "timer_not_running" | "preference_invalid" | "signed_out" | "busy" | "unsent_changes" | "plan_limit" | "google_off" | "server_busy" | "export_too_large" | "archive_invalid" | "archive_too_large" | "unavailable" | "internal";
        /**
         * @description The estimates of completed cards, and the time that the user has focused on them on any day. Cards that are assigned to
         *     others only do not count.
         */
        EstimateFocus: {
            /**
             * Format: int64
             * @description The number of cards with focused time.
             */
            cards: number;
            /**
             * Format: int64
             * @description The estimates of these cards, in seconds.
             */
            estimated: number;
            /**
             * Format: int64
             * @description The focused time on these cards, in seconds.
             */
            focused: number;
            /**
             * Format: int64
             * @description The number of cards with an estimate and less than a minute of focused time.
             */
            untracked_cards: number;
        };
        /** @description The response to `GET /features/`: what the operator of the server has configured. */
        Features: {
            /**
             * @description The URL where users change and pay for their plan. Null if this server sells no plans: then everyone can use
             *     everything.
             */
            billing_portal_url: string | null;
            /** @description Whether users can log in with Google. */
            google: boolean;
            /** @description Whether signing up needs an invitation. */
            invitation_only: boolean;
            /** @description Whether the server sends mail. If not, it writes each mail to its log, so that the operator can forward it. */
            mail: boolean;
        };
        /**
         * Format: binary
         * @description The contents of a file, as a body.
         */
        FileContents: Blob;
        /** @description The name of an attached file: 1 to 255 characters, not blank (SPEC M60). */
        FileName: string;
        /**
         * @description The response to `GET /focus-days/breakdown/?from=&to=&by=`: the focused time of a range of days, including both
         *     ends. Most focused time first.
         */
        FocusBreakdownResponse: {
            /** @description By board. */
            boards: components["schemas"]["BoardFocus"][];
            /** @description The estimates of cards that were completed on these days; absent if there are none. */
            estimates?: components["schemas"]["EstimateFocus"];
            /** @description By label; empty if only boards were requested. */
            labels: components["schemas"]["LabelFocus"][];
        };
        /** @description The response to `GET /focus-days/`. */
        FocusDaysResponse: {
            /** @description The days with focused time, earliest first. Sessions in the request's `except` are not included. */
            days: components["schemas"]["DaySum"][];
        };
        /** @description A recorded focus session or break. */
        FocusSession: {
            board_id?: components["schemas"]["Id"] | null;
            card_id?: components["schemas"]["Id"] | null;
            /** @description Its id. Reporting the same session twice stores it once. */
            id: components["schemas"]["Id"];
            /** @description Whether the user deleted it. It does not count then, until a greater revision restores it. */
            is_deleted?: boolean;
            /** @description Its kind. */
            kind: components["schemas"]["SessionKind"];
            /** @description How it ended. */
            outcome: components["schemas"]["Outcome"];
            /**
             * Format: int64
             * @description Its planned length, in seconds: 0 to 86,400.
             */
            planned: number;
            /**
             * Format: int64
             * @description The revision of the session: 0, then growing with every change. The greatest revision wins; of equal ones, the
             *     first.
             */
            revision?: number;
            /** @description Its intervals in order, at least one. The gaps between them are pauses. */
            segments: components["schemas"]["Segment"][];
        };
        /** @description The response to `POST /focus-sessions/`. */
        FocusSessionResponse: {
            /** @description The stored session. */
            session: components["schemas"]["FocusSession"];
        };
        /** @description The response to `GET /focus-sessions/`. */
        FocusSessionsResponse: {
            /** @description The sessions that overlap the requested range, oldest first. */
            sessions: components["schemas"]["FocusSession"][];
        };
        /**
         * @description The sound that loops while the timer runs. The files are named like the values, in `/sounds/timer_sounds/`.
         * @enum {string}
         */
        FocusSound: "none" | "default" | "rain" | "brown_noise" | "pink_noise" | "white_noise" | "stream" | "ticking";
        /** @description The body of `POST /auth/forgot-password/`. */
        ForgotPasswordRequest: {
            /** @description The account's email. */
            email: string;
        };
        /**
         * @description The error of a form: the first invalid field, and all invalid fields if there are several.
         * @example {
         *       "code": "name_required",
         *       "errors": [
         *         {
         *           "code": "name_required",
         *           "message": "Enter a name."
         *         },
         *         {
         *           "code": "email_invalid",
         *           "message": "Enter an email address like name@example.com."
         *         }
         *       ],
         *       "message": "Enter a name."
         *     }
         */
        FormRejection: {
            /** @description The stable code of the first invalid field. */
            code: components["schemas"]["ErrorCode"];
            /** @description All invalid fields in the order of the form; absent if there is only one. */
            errors?: components["schemas"]["Rejection"][];
            /** @description The sentence for a user. */
            message: string;
        };
        /** @description A search result for a place name. */
        FoundPlace: {
            /** @description The place. */
            place: components["schemas"]["Place"];
            /** @description The region it is in, such as `Ontario, Canada`; may be empty. */
            region: string;
        };
        /** @description The body of `POST /auth/google/link/`. */
        GoogleLinkRequest: {
            /** @description The password of the account with the Google account's email. */
            password: string;
        };
        /** @description The response to `GET /auth/google/`. */
        GoogleResponse: {
            /** @description Google's URL to log in at. The response also sets a cookie, which ties the redirect back to this browser. */
            auth_url: string;
        };
        /**
         * @description The format of hours on the clock.
         * @enum {string}
         */
        HourFormat: "12" | "24";
        /**
         * @description The id of a record: a UUID, written with hyphens in lower case. The core creates version 7 (RFC 9562, section 5.7),
         *     so ids sort by creation time, except those of next occurrences ([`Id::of_next_occurrence`]).
         * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
         */
        Id: string;
        /**
         * @description The URL or path of a picture: a bundled one (`/backgrounds/…`, `/wallpapers/…`), an uploaded one
         *     (`/api/pictures/{id}`) or an https URL on the photo service's image host (SPEC B7).
         */
        Image: string;
        /**
         * @description What a board was imported from, such as `trello:5f2b`: 1 to 100 characters, not blank (SPEC B60). Importing the same
         *     again is recognized by it.
         */
        ImportKey: string;
        /** @description An entry of the inbox. */
        InboxEntry: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description The board. */
            board_id: components["schemas"]["Id"];
            /** @description The name of the board. */
            board_name: string;
            /** @description The readable part of the board's URL; null for an invitation, because the reader cannot open the board yet. */
            board_slug: string | null;
            card_id: components["schemas"]["Id"] | null;
            /** @description The title of the card; null for an invitation. */
            card_title: string | null;
            /** @description Its id. Ids grow with time. */
            id: components["schemas"]["Id"];
            /** @description Whether the reader has marked it as read. */
            is_read: boolean;
            /** @description What it is about. */
            kind: components["schemas"]["InboxKind"];
            /** @description The path of that person's picture; null for none. */
            picture: string | null;
            role: components["schemas"]["Role"] | null;
            /**
             * @description The beginning of the comment, at most 200 characters, or the due date; null for other kinds, if the due date was removed,
             *     or if the comment was deleted.
             */
            text: string | null;
            user_id: components["schemas"]["Id"] | null;
            /** @description The name of the person who did it; "Deleted user" if the account was deleted. */
            who: string;
        };
        /**
         * @description What an entry of the inbox is about.
         * @enum {string}
         */
        InboxKind: "invitation" | "mention" | "assignment" | "comment" | "due_date" | "due_soon";
        /**
         * @description When the inbox is mailed.
         * @enum {string}
         */
        InboxMails: "instant" | "daily" | "off";
        /** @description The body of `POST /inbox/read/`. */
        InboxReadRequest: {
            /** @description The entries to mark, at most 500. Unknown ones are ignored. */
            entry_ids?: components["schemas"]["Id"][];
            /** @description Whether they are marked as read or as unread. */
            is_read: boolean;
            until?: components["schemas"]["Id"] | null;
        };
        /** @description The response to `POST /inbox/read/`. */
        InboxReadResponse: {
            /**
             * Format: int32
             * @description The number of entries that are not marked as read.
             */
            unread_count: number;
        };
        /** @description The response to `GET /inbox/`. */
        InboxResponse: {
            /** @description The entries, latest first, at most 50. */
            entries: components["schemas"]["InboxEntry"][];
            /** @description Whether there are earlier ones. Request them with `?before=` and the id of the last entry. */
            has_more: boolean;
            /**
             * Format: int32
             * @description The number of entries that are not marked as read.
             */
            unread_count: number;
        };
        /** @description A subtask, a comment, a reminder or an attachment of a card. */
        Item: {
            author_id: components["schemas"]["Id"] | null;
            /** @description The id of its card, which never changes. */
            card_id: components["schemas"]["Id"];
            /** @description Its kind and contents. */
            content: components["schemas"]["ItemContent"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            edited_at: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            trashed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description The kind and the contents of an item. */
        ItemContent: {
            /** @description Whether it is done. */
            is_done: boolean;
            /** @enum {string} */
            kind: "subtask";
            /** @description Its position among the subtasks of its card. */
            rank: components["schemas"]["Rank"];
            /** @description Its title. */
            title: components["schemas"]["CardTitle"];
        } | {
            /** @enum {string} */
            kind: "comment";
            /** @description The reactions to it, in the order in which each emoji was first used. */
            reactions?: components["schemas"]["Reaction"][];
            /** @description Its text as Markdown. */
            text: components["schemas"]["CommentText"];
        } | {
            /** @enum {string} */
            kind: "reminder";
            /**
             * Format: int64
             * @description How long before the due date it fires, in minutes: 0 to 525,600 (a year).
             */
            minutes_before: number;
        } | {
            /**
             * Format: int64
             * @description Its size in bytes.
             */
            bytes: number;
            /** @description Its media type, such as `application/pdf`. That of a picture comes from its bytes, any other from the client. */
            content_type: string;
            /**
             * Format: int32
             * @description The height of a picture in pixels; null for other files.
             */
            height: number | null;
            /** @enum {string} */
            kind: "attachment";
            /** @description The name of the file. */
            name: components["schemas"]["FileName"];
            /**
             * Format: int32
             * @description The width of a picture in pixels; null for other files.
             */
            width: number | null;
        };
        /** @description A field of an item and its new value. A field that the item's kind does not have is refused (`bad_op`). */
        ItemEdit: {
            /** @enum {string} */
            field: "title";
            /** @description A subtask's title, 1 to 500 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "done";
            /** @description Whether a subtask is done. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "text";
            /** @description A comment's text as Markdown, 1 to 10,000 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "minutes_before";
            /**
             * Format: int64
             * @description How long before the due date a reminder fires, in minutes: 0 to 525,600.
             */
            value: number;
        };
        /** @description A label: 1 to 50 characters, not blank (SPEC B5). */
        Label: string;
        /** @description The color of a label on one board. */
        LabelColor: {
            /** @description Its color. */
            color: components["schemas"]["Color"];
            /** @description The label. */
            label: components["schemas"]["Label"];
        };
        /** @description The focused time of all cards that currently have a label, on any board. A card with two labels counts for both. */
        LabelFocus: {
            /**
             * Format: int64
             * @description Focused time, in seconds.
             */
            focused: number;
            /** @description The label. */
            label: string;
            /**
             * Format: int64
             * @description The number of focus sessions of at least one minute.
             */
            sessions: number;
        };
        /**
         * @description The language of the app, of responses and of mails.
         * @enum {string}
         */
        Language: "en" | "de" | "es";
        /**
         * @description The response to `GET /focus-sessions/latest/?before=&limit=`: focus sessions that have not been deleted, latest
         *     first.
         */
        LatestSessionsResponse: {
            /** @description Whether there are earlier sessions. */
            has_more: boolean;
            /** @description The sessions. */
            sessions: components["schemas"]["NamedSession"][];
        };
        /** @description A list (column) of a board. */
        List: {
            color?: components["schemas"]["Color"] | null;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Whether the reader has collapsed it, so that only its name is shown. */
            is_collapsed: boolean;
            /** @description Its name; may be empty, and two lists may share one. */
            name: components["schemas"]["ListName"];
            /** @description Its position among the lists of its board. */
            rank: components["schemas"]["Rank"];
            trashed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A board in the overview. `GET /boards/get-boards/` returns an array of these, favorites first, then by name. */
        ListedBoard: components["schemas"]["BoardOverview"] & {
            /**
             * Format: int64
             * @description The number of cards that the board shows: those neither in the archive nor in the trash.
             */
            card_count: number;
            changed_at?: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description The number of lists that the board shows.
             */
            list_count: number;
            /** @description The other members who have the board open now. */
            present_ids: components["schemas"]["Id"][];
        };
        /** @description A field of a list and its new value. */
        ListEdit: {
            /** @enum {string} */
            field: "name";
            /** @description 0 to 200 characters. */
            value: string;
        } | {
            /** @enum {string} */
            field: "collapsed";
            /** @description Whether the list is collapsed, so that only its name is shown. */
            value: boolean;
        } | {
            /** @enum {string} */
            field: "color";
            /** @description `#rrggbb`; null for none. */
            value: string | null;
        };
        /** @description A list's name: 0 to 200 characters; an empty one is shown as "Untitled list" (SPEC B2). */
        ListName: string;
        /** @description A list with the order of its cards. */
        ListView: {
            /** @description The ids of its cards, in order; only the first ones while the board's first screen is shown. */
            card_ids: components["schemas"]["Id"][];
            color?: components["schemas"]["Color"] | null;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Whether it is collapsed, so that only its name is shown. */
            is_collapsed: boolean;
            /** @description Its name; an empty one is shown as "Untitled list". */
            name: components["schemas"]["ListName"];
            /**
             * Format: int32
             * @description The number of cards after these, which are not loaded yet.
             */
            unloaded_cards?: number;
        };
        /**
         * Format: date
         * @description A day of the user's local calendar: `YYYY-MM-DD`, in the years 1 to 9999.
         * @example 2026-03-03
         */
        LocalDay: string;
        /** @description A login of an account in one browser or program. All tokens refreshed since then belong to it. */
        Login: {
            /** @description When the user logged in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The device as far as it is known, such as "Chrome on Windows"; may be empty. */
            device: string;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Whether it is the login that made this request. */
            is_current: boolean;
            /** @description When it last refreshed its tokens; at most 15 minutes ago while it is in use. */
            last_seen: components["schemas"]["Timestamp"];
        };
        /** @description The body of `POST /auth/login/`. */
        LogInRequest: {
            /** @description Email address. */
            email: string;
            /** @description Password. */
            password: string;
        };
        /**
         * @description A change to a mail that waits to be sent.
         * @enum {string}
         */
        MailChange: "retry" | "delete";
        /** @description A member of a board. */
        Member: {
            /** @description First name, 1 to 200 characters. */
            first_name: string;
            /** @description Last name, 1 to 200 characters. */
            last_name: string;
            /** @description The path of the member's picture (SPEC M130); null for none. */
            picture: string | null;
            /** @description The member's role. */
            role: components["schemas"]["Role"];
            /** @description Whether the member shares the own focus time on the board with the others. */
            shares_focus: boolean;
            /** @description The member's account. */
            user_id: components["schemas"]["Id"];
        };
        /** @description How long a member who shares it has focused on a card. */
        MemberFocus: {
            /**
             * Format: int64
             * @description The focused time, in milliseconds.
             */
            focused: number;
            /** @description The member's account. */
            user_id: components["schemas"]["Id"];
        };
        /** @description The response to `GET /boards/{id}/cards/{card_id}/focus-time/`. */
        MemberFocusResponse: {
            /** @description The members who share their focus time on the board and have focused on the card, the longest first. */
            members: components["schemas"]["MemberFocus"][];
        };
        /** @description The body of `PUT /boards/{id}/members/{user_id}/`. */
        MemberRoleRequest: {
            /** @description The new role. `owner` hands the board over: the previous owner becomes an admin. */
            role: components["schemas"]["Role"];
        };
        /** @description The response to `GET /boards/{id}/members/`, and to a change of a member's role. */
        MembersResponse: {
            /** @description The members: the owner first, then by role from admin to viewer, then by name. */
            members: components["schemas"]["Member"][];
        };
        /** @description A sentence for the user, for responses without other data. */
        MessageResponse: {
            /** @description The sentence. */
            message: string;
        };
        /** @description A session with the names of its board and card. */
        NamedSession: {
            /** @description The name of its board; null if it has none or the board was deleted. */
            board_name: string | null;
            /** @description The title of its card; null if it has none or the card was deleted. */
            card_title: string | null;
            /** @description The session. */
            session: components["schemas"]["FocusSession"];
        };
        /** @description A note as the server stores it. */
        Note: {
            /** @description Conflicting versions that the user has not dismissed, latest first. */
            apart: components["schemas"]["NoteVersion"][];
            /** @description When its first text was written. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Its text: the JSON text of a document. Null in the response to a change, if the text is the one that was sent. */
            document: string | null;
            /** @description When its current text was written. */
            edited_at: components["schemas"]["Timestamp"];
            /** @description Its id, a UUIDv7 created by the client. */
            id: components["schemas"]["Id"];
            pinned_at: components["schemas"]["Timestamp"] | null;
            /** @description The save that the document belongs to. */
            save_id: components["schemas"]["Id"];
            trashed_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description The version of the account's notes at which it last changed. Every change of any note increases it.
             */
            version: number;
        };
        /** @description A change to a note. Fields that it does not name stay as they are. */
        NoteChange: {
            base?: components["schemas"]["Id"] | null;
            /** @description The document as JSON text. */
            document: string;
            /** @description When it was written. A time in the future counts as now. */
            edited_at: components["schemas"]["Timestamp"];
            /**
             * @description Whether it continues the text that it is based on, as typing does. False if another text replaced it: then
             *     the replaced text stays among the earlier versions, whatever is saved next.
             */
            goes_on?: boolean;
            /** @description The id of the save, a UUIDv7. Sending the same save again changes nothing. */
            save_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "save";
        } | {
            /** @enum {string} */
            type: "pin";
        } | {
            /** @enum {string} */
            type: "unpin";
        } | {
            /** @enum {string} */
            type: "trash";
        } | {
            /** @enum {string} */
            type: "restore";
        } | {
            /** @description The id of the version's save. */
            save_id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "put_away";
        };
        /** @description The body of `PUT /notes/{note_id}/`. */
        NoteChangeRequest: {
            /** @description The change. */
            change: components["schemas"]["NoteChange"];
        };
        /** @description The response to `PUT /notes/{note_id}/`. */
        NoteResponse: {
            /** @description The note after the change. */
            note: components["schemas"]["Note"];
            /**
             * Format: int64
             * @description The version of the account's notes before the change. A client that had all notes up to it now has all up to the
             *     note's version.
             */
            since: number;
        };
        /** @description The response to `GET /notes/?since={version}`. */
        NotesResponse: {
            /** @description Whether there are more changes. A response contains about 1 MB. */
            has_more: boolean;
            /** @description The notes that changed since then, including those in the trash, in the order of their changes. */
            notes: components["schemas"]["Note"][];
            /** @description Ids of the notes that were deleted permanently since then. */
            removed: components["schemas"]["Id"][];
            /**
             * Format: int64
             * @description The version up to which the response is complete. Use it as `since` of the next request.
             */
            version: number;
        };
        /** @description An earlier or conflicting version of a note, without its text. */
        NoteVersion: {
            /** @description The device it was written on, such as `Chrome on Linux`. */
            device: string;
            /** @description When it was written. */
            edited_at: components["schemas"]["Timestamp"];
            /** @description The id of its save. */
            save_id: components["schemas"]["Id"];
            /** @description The start of its text, at most 200 characters. */
            snippet: string;
        };
        /** @description The response to `GET /notes/{note_id}/versions/{save_id}/`. */
        NoteVersionResponse: {
            /** @description Its text: the JSON text of a document. */
            document: string;
            /** @description The version. */
            version: components["schemas"]["NoteVersion"];
        };
        /** @description The response to `GET /notes/{note_id}/versions/`. */
        NoteVersionsResponse: {
            /** @description The earlier versions of the note, latest first, at most 100. */
            versions: components["schemas"]["NoteVersion"][];
        };
        /** @description A board with its lists and cards in order. */
        OpenedBoard: components["schemas"]["Board"] & {
            /** @description Its lists in order. An array, because a JSON object guarantees neither order nor unique names. */
            columns: components["schemas"]["BoardColumn"][];
        };
        /**
         * @description The response to `GET /boards/{board}/`. The flat records beside `board.columns` are for older versions of the app
         *     that are still open in a browser. The current app reads them from `GET /boards/{board}/changes/`.
         */
        OpenedBoardResponse: {
            /** @description The board with its lists and cards in order. */
            board: components["schemas"]["OpenedBoard"];
            /** @description Its cards, in no particular order. */
            cards: components["schemas"]["Card"][];
            /** @description Always true: the response contains all records in use. */
            is_complete: boolean;
            /** @description The subtasks, comments and reminders of the cards. */
            items: components["schemas"]["Item"][];
            /** @description Its lists, in no particular order. */
            lists: components["schemas"]["List"][];
            /**
             * Format: int64
             * @description The board's version.
             */
            version: number;
        };
        /** @description The result of one op of a batch. */
        OpResult: {
            code?: components["schemas"]["ErrorCode"] | null;
            id: components["schemas"]["Id"] | null;
            /** @description Whether it was applied. */
            status: components["schemas"]["OpStatus"];
        };
        /**
         * @description The body of `POST /boards/{id}/ops/` as the browser sends it. The server parses each op separately, so that an
         *     invalid op is refused without the others.
         */
        OpsRequest: {
            /** @description Up to 500 ops, applied in this order. */
            ops: components["schemas"]["BoardOp"][];
        };
        /** @description The response to a batch of ops. */
        OpsResponse: {
            /** @description One result for each op, in the order of the request. */
            results: components["schemas"]["OpResult"][];
            /**
             * Format: int64
             * @description The board's version after the batch.
             */
            version: number;
        };
        /**
         * @description The result of applying an op.
         * @enum {string}
         */
        OpStatus: "applied" | "duplicate" | "refused";
        /**
         * @description How a session ended.
         * @enum {string}
         */
        Outcome: "completed" | "finished_early" | "stopped" | "added_by_hand";
        /** @description A change to an account by an administrator. */
        PersonChange: {
            /** @description The plan. */
            plan: components["schemas"]["UserType"];
            /** @enum {string} */
            type: "set_plan";
        } | {
            /** @enum {string} */
            type: "end_logins";
        } | {
            /** @enum {string} */
            type: "delete";
        } | {
            /** @enum {string} */
            type: "keep";
        };
        /** @description A photo of the photo service. */
        Photo: {
            /** @description A description of the photo (alternative text): 0 to 300 characters. */
            alt: string;
            /** @description The main color, to show until the photo has loaded; null if unknown. */
            color: string | null;
            /** @description The photographer. The credit must be shown wherever the photo is. */
            credit: components["schemas"]["PhotoCredit"];
            /** @description The photo's id at the photo service. */
            id: string;
            /** @description The URLs of the photo. */
            urls: components["schemas"]["PhotoUrls"];
        };
        /** @description The photographer of a photo. */
        PhotoCredit: {
            /** @description The photographer's page, with the query parameters that the service's guidelines require. */
            link: string;
            /** @description The photographer's name: 1 to 200 characters. */
            name: string;
        };
        /** @description The response to `GET /photos/` and `GET /photos/search/`. */
        PhotosResponse: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Whether the photo service is available. If not, offer the bundled wallpapers. */
            is_available: boolean;
            /** @description Whether this server has a photo service at all. */
            is_offered: boolean;
            /** @description The photos of the page, in the service's order. */
            photos: components["schemas"]["Photo"][];
        };
        /** @description The URLs of a photo, by size. */
        PhotoUrls: {
            /** @description 1080 pixels wide. The image host takes `w`, `q` and `fm` in the query for other sizes. */
            regular: string;
            /** @description 200 pixels wide. */
            thumb: string;
        };
        /** @description A picture that a user uploaded. Its path is `/api/pictures/{id}`. */
        Picture: {
            /** @description Its average color, to show until the picture has loaded. */
            color: string;
            /** @description When it was uploaded. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Its height in pixels: 1 to 1,600.
             */
            height: number;
            /** @description Its id. */
            id: string;
            /**
             * Format: int32
             * @description Its width in pixels: 1 to 2,560.
             */
            width: number;
        };
        /** @description The response to `POST /pictures/`. */
        PictureResponse: {
            /** @description The stored picture. */
            picture: components["schemas"]["Picture"];
        };
        /** @description The response to `GET /pictures/`. */
        PicturesResponse: {
            /** @description The account's pictures, newest first: at most 50. */
            pictures: components["schemas"]["Picture"][];
        };
        /** @description A place that has a weather forecast. */
        Place: {
            /** @description The city, 1 to 100 characters. */
            city: string;
            /**
             * Format: double
             * @description Degrees north: -90 to 90.
             */
            latitude: number;
            /**
             * Format: double
             * @description Degrees east: -180 to 180.
             */
            longitude: number;
        };
        /** @description The response to `GET /weather/place/`. */
        PlaceResponse: {
            place: components["schemas"]["Place"] | null;
        };
        /** @description The response to `GET /weather/places/`. */
        PlacesResponse: {
            /** @description The places of that name, best match first; null if the search service is unavailable. */
            places: components["schemas"]["FoundPlace"][] | null;
        };
        /**
         * @description The body of `GET` and `PUT /preferences/`: the user's settings on all devices. A field that is absent in a PUT stays
         *     unchanged.
         */
        Preferences: {
            /**
             * @description The appearance, such as the accent color and the text size: at most 500 bytes without control characters, empty if
             *     nothing was chosen. The format belongs to the web app (`web/src/shell/appearance.ts`), and only it reads the text.
             */
            appearance: string;
            /** @description Whether a break starts automatically when a focus session has ended. */
            auto_start_breaks: boolean;
            /** @description Whether a focus session starts automatically when a break has ended. */
            auto_start_focus: boolean;
            /** @description The background of Home: at most 4,096 bytes of JSON. */
            background: components["schemas"]["Background"];
            /**
             * Format: int64
             * @description When the user's day starts, in minutes after midnight: 0 to 360.
             */
            day_start_minutes: number;
            /** @description The sound that is played when a phase ends. */
            ending_sound: components["schemas"]["EndingSound"];
            /**
             * Format: int64
             * @description Length of a focus session, in minutes: 1 to 180.
             */
            focus_minutes: number;
            /** @description The sound that loops while the timer runs. */
            focus_sound: components["schemas"]["FocusSound"];
            /**
             * @description All daily goals with the day from which each applied, earliest first; before the first one the goal was 25
             *     minutes. The last one equals `mins_for_streak`.
             */
            goals: components["schemas"]["StreakGoal"][];
            /** @description The format of hours on the clock. */
            hour_format: components["schemas"]["HourFormat"];
            /** @description When unread entries of the inbox are mailed. */
            inbox_mails: components["schemas"]["InboxMails"];
            /** @description The language of the app and of mails. The app shows it after the next load of the page. */
            language: components["schemas"]["Language"];
            /**
             * Format: int64
             * @description Length of the long break after every fourth focus session, in minutes: 1 to 180.
             */
            long_break_minutes: number;
            /**
             * Format: int64
             * @description The daily goal: focused minutes that make a day count for the streak, 1 to 1,440.
             */
            mins_for_streak: number;
            /**
             * Format: int64
             * @description The number of focus sessions until the long break: 1 to 12.
             */
            rounds: number;
            /**
             * Format: int64
             * @description Length of a short break, in minutes: 1 to 180.
             */
            short_break_minutes: number;
            /**
             * @description The changed keyboard shortcuts: at most 4,000 bytes without control characters, empty if none was changed. The
             *     format belongs to the web app (`web/src/shell/commands/preference.ts`), and only it reads the text.
             */
            shortcuts: string;
            /** @description The unit of temperatures. */
            temperature_unit: components["schemas"]["TemperatureUnit"];
            /** @description The color theme. */
            theme: components["schemas"]["Theme"];
            /** @description The user's time zone as an IANA name such as `Europe/Berlin`. The browser keeps it up to date. */
            time_zone: string;
            /**
             * @description The saved views: at most 20,000 bytes without control characters, empty if there are none. The format belongs to
             *     the web app (`web/src/features/views/views.ts`), and only it reads the text.
             */
            views: string;
            /**
             * Format: int64
             * @description The volume of the sounds: 0 to 100.
             */
            volume: number;
            /** @description The pages that show the background. A board with its own picture always shows that one. */
            wallpaper_pages: components["schemas"]["WallpaperPages"];
        };
        /** @description The body of `PUT /preferences/`: the fields to change. */
        PreferencesUpdate: {
            /** @description See [`Preferences::appearance`]. */
            appearance?: string | null;
            /** @description See [`Preferences::auto_start_breaks`]. */
            auto_start_breaks?: boolean | null;
            /** @description See [`Preferences::auto_start_focus`]. */
            auto_start_focus?: boolean | null;
            background?: components["schemas"]["Background"] | null;
            /**
             * Format: int64
             * @description See [`Preferences::day_start_minutes`].
             */
            day_start_minutes?: number | null;
            ending_sound?: components["schemas"]["EndingSound"] | null;
            /**
             * Format: int64
             * @description See [`Preferences::focus_minutes`].
             */
            focus_minutes?: number | null;
            focus_sound?: components["schemas"]["FocusSound"] | null;
            hour_format?: components["schemas"]["HourFormat"] | null;
            inbox_mails?: components["schemas"]["InboxMails"] | null;
            language?: components["schemas"]["Language"] | null;
            /**
             * Format: int64
             * @description See [`Preferences::long_break_minutes`].
             */
            long_break_minutes?: number | null;
            /**
             * @description Whether the background was chosen without a connection to the server, which could not check the plan. It is
             *     accepted then.
             */
            made_offline?: boolean;
            /**
             * Format: int64
             * @description See [`Preferences::mins_for_streak`].
             */
            mins_for_streak?: number | null;
            mins_for_streak_from?: components["schemas"]["LocalDay"] | null;
            /**
             * Format: int64
             * @description See [`Preferences::rounds`].
             */
            rounds?: number | null;
            /**
             * Format: int64
             * @description See [`Preferences::short_break_minutes`].
             */
            short_break_minutes?: number | null;
            /** @description See [`Preferences::shortcuts`]. */
            shortcuts?: string | null;
            temperature_unit?: components["schemas"]["TemperatureUnit"] | null;
            theme?: components["schemas"]["Theme"] | null;
            /** @description See [`Preferences::time_zone`]. */
            time_zone?: string | null;
            /** @description See [`Preferences::views`]. */
            views?: string | null;
            /**
             * Format: int64
             * @description See [`Preferences::volume`].
             */
            volume?: number | null;
            wallpaper_pages?: components["schemas"]["WallpaperPages"] | null;
        };
        /**
         * @description The priority of a card. `completed` marks it as done.
         * @enum {string}
         */
        Priority: "low" | "medium" | "high" | "completed";
        /** @description The body of `PUT /user/`. */
        ProfileRequest: {
            /** @description First name, 1 to 200 characters. */
            first_name: string;
            /** @description Last name, 1 to 200 characters. */
            last_name: string;
        };
        /** @description The response to `POST` and `DELETE /boards/{id}/public-link/`. */
        PublicLinkResponse: {
            /** @description The URL at which anybody may read the board; null if the public link is off. */
            link: string | null;
        };
        /** @description The body of `POST /quick-add/`: a line that becomes a card. Repeating the request with the same id returns the same card. */
        QuickAddRequest: {
            /**
             * @description The id of the board. It has priority over a name in the line. If absent and the line names none: the board of the list, or the
             *     first board on which you may add cards (favorites first, then by name).
             */
            board_id?: string | null;
            /** @description The card's id, a UUID; generated by the server if absent. */
            id?: string | null;
            /**
             * @description The id of the list, if the line names no board or the request has a `board_id`. If absent: the list in the line, or the
             *     board's first list.
             */
            list_id?: string | null;
            /**
             * @description The local time, `YYYY-MM-DDTHH:MM`, from which days such as "tomorrow" are counted; that of your time zone in the
             *     preferences if absent.
             */
            now?: string | null;
            /**
             * @description The line, 1 to 2,000 characters: the title with a day, a time, a recurrence, `#Board/List`, `@label`, `@member`, `!high` or
             *     `~30m` anywhere in it. A backslash before a word keeps it in the title.
             */
            text: string;
        };
        /** @description The response to adding a card by a line. */
        QuickAddResponse: {
            /** @description Its board. */
            board: components["schemas"]["BoardOverview"];
            /** @description The new card. */
            card: components["schemas"]["Card"];
        };
        /** @description How much of one thing an account has stored, and how much it may store. */
        Quota: {
            /**
             * Format: int64
             * @description The maximum.
             */
            limit: number;
            /**
             * Format: int64
             * @description What is stored.
             */
            used: number;
        };
        /** @description The response to `GET /photos/random/`. */
        RandomPhotoResponse: {
            photo: components["schemas"]["Photo"] | null;
        };
        /**
         * @description A sort key. It is never empty and its last byte is never zero, so there is always room before and after it.
         * @example 80
         */
        Rank: string;
        /** @description An emoji with which members have reacted to a comment. */
        Reaction: {
            /** @description The emoji. */
            emoji: components["schemas"]["Emoji"];
            /** @description Who reacted with it, in order, without duplicates; at least one. Some of them may have left the board. */
            user_ids: components["schemas"]["Id"][];
        };
        /** @description What a server needs to handle requests, each with its state: `ok` or `failing`. */
        ReadinessResponse: {
            /** @description Whether a write to the database was committed. */
            database: string;
            /** @description Whether the disk has space. */
            disk: string;
            /** @description Whether the queue of writes has space. */
            queue: string;
        };
        /** @description How a card repeats. When the card is completed, a copy of it is added with the next due date, and takes this over. */
        Recurrence: {
            /**
             * Format: int32
             * @description The day of the month of the first due date, if the month of the current one is too short for it. The core sets it.
             */
            day_of_month?: number | null;
            /**
             * Format: int32
             * @description The number of units between two occurrences: 1 to 365.
             */
            every: number;
            /** @description Whether the time to the next occurrence is counted from the day of the completion, instead of the due date. */
            from_completion: boolean;
            /**
             * Format: int32
             * @description How many occurrences there are still, this one included: 1 to 999; null for no limit. Not together with `until`.
             */
            remaining?: number | null;
            /** @description The unit. */
            unit: components["schemas"]["RecurrenceUnit"];
            until?: components["schemas"]["LocalDay"] | null;
            /**
             * @description The weekdays on which it is due, ascending from 1 (Monday) to 7 (Sunday), for weeks only. If empty, it is that of the
             *     due date.
             */
            weekdays: number[];
        };
        /**
         * @description The unit of time between two occurrences of a card.
         * @enum {string}
         */
        RecurrenceUnit: "days" | "weeks" | "months" | "years";
        /** @description The body of `POST /auth/refresh/`, and of `POST /auth/logout/`, which ends the session that the token belongs to. */
        RefreshRequest: {
            /** @description The refresh token. */
            refresh_token: string;
        };
        /** @description A board that was not imported. */
        RefusedBoard: {
            /** @description Why it was refused. */
            code: components["schemas"]["ErrorCode"];
            /** @description Its name; empty if it cannot be read. */
            name: string;
        };
        /**
         * @description An error as it crosses a boundary: `{"code": "email_taken", "message": "…"}`.
         * @example {
         *       "code": "not_found",
         *       "message": "Not found, or you don’t have access."
         *     }
         */
        Rejection: {
            /** @description The stable code. */
            code: components["schemas"]["ErrorCode"];
            /** @description The sentence for a user. */
            message: string;
        };
        /** @description The body of `POST /auth/reset-password/`. */
        ResetPasswordRequest: {
            /** @description The new password, 8 to 128 characters. */
            password: string;
            /** @description The token of the mailed link; valid once, for 30 minutes. */
            token: string;
        };
        /**
         * @description What a member may do on a board. Each role also includes the rights of the roles before it. `board::policy` has the
         *     details.
         * @enum {string}
         */
        Role: "viewer" | "commenter" | "editor" | "admin" | "owner";
        /** @description The body of `POST /webhooks/{webhook}/rotate-secret/`. */
        RotateWebhookSecretRequest: {
            /** @description The account's password; empty if it has none. */
            password: string;
        };
        /**
         * @description The kind of a record that was found.
         * @enum {string}
         */
        SearchKind: "board" | "list" | "card" | "subtask" | "comment" | "attachment" | "note";
        /** @description The response to `GET /search/`. */
        SearchResponse: {
            /** @description The `cursor` of the next page; null on the last one. */
            cursor: string | null;
            /** @description What was found: first what has all words in its title, then what is newer. */
            results: components["schemas"]["SearchResult"][];
        };
        /** @description A record that was found. */
        SearchResult: {
            board_id: components["schemas"]["Id"] | null;
            /** @description The name of the board; null for a note. */
            board_name: string | null;
            /** @description The readable part of the board's URL; null for a note. */
            board_slug: string | null;
            card_id: components["schemas"]["Id"] | null;
            due: components["schemas"]["DueDate"] | null;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Whether it, or its card, is in the archive and not in the trash. */
            is_archived: boolean;
            /** @description Whether its card, or the subtask itself, is completed. */
            is_done: boolean;
            /** @description Whether it, or what it belongs to, is in the trash. */
            is_trashed: boolean;
            /** @description Its kind. */
            kind: components["schemas"]["SearchKind"];
            /** @description The words in the snippet that were looked for. */
            ranges: components["schemas"]["TextRange"][];
            /** @description A part of its text in one line, with the first word that was looked for, if any; may be empty. */
            snippet: string;
            /** @description Its title: of what belongs to a card, that of the card; of a note, its first line. */
            title: string;
            /** @description The words in the title that were looked for. */
            title_ranges: components["schemas"]["TextRange"][];
        };
        /** @description An uninterrupted interval of a session. */
        Segment: {
            /** @description When it ended; after `start`. */
            end: components["schemas"]["Timestamp"];
            /** @description When it started. */
            start: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The user's UTC offset at the start, in minutes: -720 to 840; positive is east of Greenwich.
             */
            utc_offset: number;
        };
        /**
         * @description The kind of a timer session.
         * @enum {string}
         */
        SessionKind: "focus" | "short_break" | "long_break";
        /** @description The body of `POST /auth/signup/`. */
        SignUpRequest: {
            /** @description Email address, at most 254 characters. */
            email: string;
            /** @description First name, 1 to 200 characters. */
            first_name: string;
            /** @description The code of an invitation, also of one to a board, if the server requires one. */
            invitation?: string | null;
            /** @description Last name, 1 to 200 characters. */
            last_name: string;
            /** @description Password, 8 to 128 characters. */
            password: string;
        };
        /** @description The readable part of a board's URL: 1 to 80 lower-case letters, digits and inner hyphens (SPEC B8). */
        Slug: string;
        /** @description A daily goal and the day from which it applies. */
        StreakGoal: {
            /** @description The first day that the goal applies to. */
            from: components["schemas"]["LocalDay"];
            /**
             * Format: int64
             * @description Focused minutes that make a day count for the streak: 1 to 1,440.
             */
            minutes: number;
        };
        /**
         * @description The unit of temperatures.
         * @enum {string}
         */
        TemperatureUnit: "automatic" | "celsius" | "fahrenheit";
        /** @description A part of a text, in UTF-16 code units. */
        TextRange: {
            /**
             * Format: int32
             * @description Where it ends.
             */
            end: number;
            /**
             * Format: int32
             * @description Where it starts.
             */
            start: number;
        };
        /**
         * @description The color theme of the app.
         * @enum {string}
         */
        Theme: "dark" | "light" | "system";
        /**
         * Format: date-time
         * @description A time in UTC with millisecond precision, in the years 1970 to 9999. On the wire it is RFC 3339
         *     (`2026-03-03T08:30:00.000Z`): any offset is accepted, UTC is written.
         * @example 2026-03-03T08:30:00.000Z
         */
        Timestamp: string;
        /** @description A pair of tokens, the response to a refresh. */
        TokenPair: {
            /** @description A JWT for the `Authorization` header, valid for 15 minutes. */
            access_token: string;
            /** @description A token that can be exchanged once for the next pair; valid for 30 days. */
            refresh_token: string;
        };
        /**
         * @description The body of `PUT /boards/update-board/`. A field that is absent stays unchanged; null clears a field that may be
         *     empty.
         */
        UpdateBoardRequest: {
            /** @description The board's id. */
            boardId: string;
            /** @description The new values. */
            updatedBoard: components["schemas"]["BoardUpdate"];
        };
        /** @description The response to `PUT /boards/update-board/`. */
        UpdateBoardResponse: {
            /** @description The board after the update. */
            board: components["schemas"]["BoardOverview"];
            /** @description A sentence for the user. */
            message: string;
        };
        /** @description What an account has stored, the archive and the trash included. */
        Usage: {
            /** @description The bytes of the attachments on all boards. */
            attachment_bytes: components["schemas"]["Quota"];
            /** @description The number of boards. */
            boards: components["schemas"]["Quota"];
            /** @description The number of cards on all boards. */
            cards: components["schemas"]["Quota"];
            /** @description The bytes of the texts of boards and of their recorded changes. */
            change_bytes: components["schemas"]["Quota"];
            /** @description The bytes of the texts of notes, with their earlier versions. */
            note_bytes: components["schemas"]["Quota"];
            /** @description The number of notes. */
            notes: components["schemas"]["Quota"];
            /** @description The number of uploaded pictures. */
            pictures: components["schemas"]["Quota"];
        };
        /** @description A user's account. */
        User: {
            /** @description When the account was created. */
            date_joined: components["schemas"]["Timestamp"];
            delete_at: components["schemas"]["Timestamp"] | null;
            /** @description Email address, in lower case. */
            email: string;
            /** @description First name, 1 to 200 characters. */
            first_name: string;
            /**
             * Format: int64
             * @description The current streak in days.
             */
            focus_streak: number;
            /** @description The account's id. */
            id: components["schemas"]["Id"];
            /** @description Whether the user operates this server. */
            is_admin: boolean;
            /**
             * @description Whether the limits of the basic plan apply to this user (SPEC L1): the user has that plan, and the server sells
             *     another. False in data stored before this field existed.
             */
            is_limited: boolean;
            /** @description Whether the email address has been confirmed. */
            is_verified: boolean;
            last_login: components["schemas"]["Timestamp"] | null;
            /** @description Last name, 1 to 200 characters. */
            last_name: string;
            /**
             * Format: int64
             * @description The longest streak in days.
             */
            longest_focus_streak: number;
            /**
             * Format: int64
             * @description The daily goal: focused minutes that make a day count for the streak, 1 to 1,440.
             */
            mins_for_streak: number;
            /** @description The path of the user's picture (SPEC M130); null for none. Missing in data stored before this field existed. */
            picture: string | null;
            /**
             * Format: int64
             * @description All focused time ever, in seconds.
             */
            total_time: number;
            /** @description The plan. */
            user_type: components["schemas"]["UserType"];
        };
        /** @description The response to `GET /user/`. The specification requires a list, of which clients read the first element. */
        UserResponse: {
            /** @description The current user, as the only element. */
            user: components["schemas"]["User"][];
        };
        /**
         * @description A user's plan.
         * @enum {string}
         */
        UserType: "basic" | "pro";
        /** @description The body of `POST /auth/validate-token/`. */
        ValidateTokenRequest: {
            /** @description An access token. */
            token: string;
        };
        /**
         * @description A change to an entry of the waitlist.
         * @enum {string}
         */
        WaitlistChange: "invite" | "remove";
        /** @description The body of `POST /add-to-waitlist/`. */
        WaitlistRequest: {
            /** @description Email address, at most 254 characters. */
            email: string;
            /** @description First name, 1 to 200 characters. */
            name: string;
            /**
             * @description A hidden field against spam bots (honeypot). If it is filled in, the request seems to succeed, but nothing is
             *     stored.
             */
            website?: string | null;
        };
        /**
         * @description The pages that show the wallpaper.
         * @enum {string}
         */
        WallpaperPages: "every" | "home";
        /** @description The response to `GET /weather/`, with the field names of the forecast service. */
        WeatherResponse: {
            current_weather: components["schemas"]["CurrentWeather"] | null;
            /** @description The units of the current weather. */
            current_weather_units: components["schemas"]["WeatherUnits"];
        };
        /** @description The units of [`CurrentWeather`]. */
        WeatherUnits: {
            /** @description Always `°C`. */
            temperature: string;
        };
        /** @description A webhook, without its secret. */
        Webhook: {
            /** @description The boards whose events it receives; null for all boards of the account. */
            board_ids?: components["schemas"]["Id"][] | null;
            /** @description When it was added. */
            created_at: components["schemas"]["Timestamp"];
            disabled?: components["schemas"]["WebhookDisabled"] | null;
            dropped_at?: components["schemas"]["Timestamp"] | null;
            earlier_secret_until?: components["schemas"]["Timestamp"] | null;
            /** @description The events that it receives. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description The address that receives the events. */
            url: string;
        };
        /** @description An attempt to deliver an event. */
        WebhookAttempt: {
            /** @description When it began. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            duration_ms: number;
            error?: components["schemas"]["WebhookError"] | null;
            /**
             * Format: int32
             * @description The status of the response; null if there was none.
             */
            status?: number | null;
        };
        /** @description A board in an event. */
        WebhookBoard: {
            color?: components["schemas"]["Color"] | null;
            /** @description What it is for, shortened to 2,000 characters. */
            description: components["schemas"]["Description"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            image?: components["schemas"]["Image"] | null;
            /** @description Whether it is a template. */
            is_template: boolean;
            /** @description Its name. */
            name: components["schemas"]["BoardName"];
            /** @description The readable part of its URL. */
            slug: components["schemas"]["Slug"];
            trashed_at?: components["schemas"]["Timestamp"] | null;
        };
        /** @description A comment in an event. */
        WebhookComment: {
            author_id?: components["schemas"]["Id"] | null;
            /** @description The card that it is on. */
            card_id: components["schemas"]["Id"];
            /** @description When it was written. */
            created_at: components["schemas"]["Timestamp"];
            edited_at?: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description The reactions to it. */
            reactions: components["schemas"]["Reaction"][];
            /** @description Its text as Markdown. */
            text: string;
            trashed_at?: components["schemas"]["Timestamp"] | null;
        };
        /** @description What an event is about. */
        WebhookData: components["schemas"]["WebhookRecord"] & {
            /** @description The account that made the change. */
            actor_id: components["schemas"]["Id"];
            board_id?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version of the board after the change, which orders the events of a board; null for focus sessions.
             */
            board_version?: number | null;
        };
        /** @description The response to `GET /webhooks/{webhook}/deliveries/`. */
        WebhookDeliveriesResponse: {
            /** @description The latest 100 deliveries, the latest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        /** @description An event that was sent to a webhook, or will be. */
        WebhookDelivery: {
            /** @description The latest 20 attempts, the first one first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description When the event happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The event. */
            event: components["schemas"]["WebhookEvent"];
            /** @description Its id, which is also the header `webhook-id`. */
            id: components["schemas"]["Id"];
            next_attempt_at?: components["schemas"]["Timestamp"] | null;
            /** @description The first 1,024 bytes of the latest response; null if there was none. */
            response?: string | null;
            /** @description Its state. */
            state: components["schemas"]["WebhookDeliveryState"];
        };
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        WebhookDeliveryState: "waiting" | "delivered" | "failed";
        /**
         * @description Why a webhook receives nothing.
         * @enum {string}
         */
        WebhookDisabled: "by_owner" | "failing" | "gone" | "logins_ended";
        /**
         * @description Why an attempt got no response.
         * @enum {string}
         */
        WebhookError: "not_public" | "timed_out" | "unreachable";
        /**
         * @description An event that a webhook can receive.
         * @enum {string}
         */
        WebhookEvent: "board.created" | "board.updated" | "board.deleted" | "list.created" | "list.updated" | "list.deleted" | "card.created" | "card.updated" | "card.moved" | "card.completed" | "card.deleted" | "comment.created" | "comment.updated" | "comment.deleted" | "focus_session.created" | "focus_session.updated" | "focus_session.deleted";
        /** @description A list in an event. */
        WebhookList: {
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Its name; may be empty. */
            name: components["schemas"]["ListName"];
            /** @description Its position among the lists of its board. */
            rank: components["schemas"]["Rank"];
            trashed_at?: components["schemas"]["Timestamp"] | null;
        };
        /** @description The body that a webhook receives. */
        WebhookPayload: {
            /** @description What it is about. */
            data: components["schemas"]["WebhookData"];
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The event. */
            type: components["schemas"]["WebhookEvent"];
        };
        /** @description The record of an event as it is after the change, with the fields that all members of the board see. */
        WebhookRecord: {
            /** @description A board. */
            board: components["schemas"]["WebhookBoard"];
        } | {
            /** @description A list. */
            list: components["schemas"]["WebhookList"];
        } | {
            /** @description A card. Its description is shortened to 2,000 characters. */
            card: components["schemas"]["Card"];
        } | {
            /** @description A comment. Its text is shortened to 2,000 characters. */
            comment: components["schemas"]["WebhookComment"];
        } | {
            /** @description A focus session. */
            focus_session: components["schemas"]["FocusSession"];
        };
        /** @description The body of `POST /webhooks/` and `PUT /webhooks/{webhook}/`. */
        WebhookRequest: {
            /** @description The boards, 1 to 500; null for all boards of the account. */
            board_ids?: components["schemas"]["Id"][] | null;
            /** @description The events, at least one. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Whether it receives events. By default, it does. */
            is_enabled?: boolean;
            /**
             * @description The account's password; empty if it has none. It is needed to add a webhook, to change its address, and to turn it on after
             *     all logins have ended.
             */
            password?: string;
            /** @description A public https address of at most 2,000 characters. */
            url: string;
        };
        /** @description The response to `PUT /webhooks/{webhook}/`. */
        WebhookResponse: {
            /** @description The webhook. */
            webhook: components["schemas"]["Webhook"];
        };
        /** @description The response with a new secret, which is not shown again. */
        WebhookSecretResponse: {
            /** @description The secret that verifies signatures: `whsec_` and 32 bytes in Base64. */
            secret: string;
            /** @description The webhook. */
            webhook: components["schemas"]["Webhook"];
        };
        /** @description The response to `GET /webhooks/`. */
        WebhooksResponse: {
            /** @description The webhooks, the oldest first. */
            webhooks: components["schemas"]["Webhook"][];
        };
    };
    responses: {
        /** @description `bad_json`: the body is not JSON. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `too_large`: the body has too many bytes. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `method_not_allowed`: the path does not support this method. */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `token_scope`: API tokens cannot do this. */
        NoApiTokens: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `token_scope`: the API token has another scope, or is limited to other boards. */
        OutOfScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `request_timeout`: the body takes more than 30 seconds to arrive. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `too_many_requests`: over 600 requests a minute per account, over 300 per API token, over 600 with all API tokens of an account, over 600 per IP address without a token, or over the limit of this operation. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before retrying. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `token_missing`, `token_invalid` or `token_expired`. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        /** @description `body_invalid`: a field is missing or has the wrong type. */
        UnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "delete_at": null,
                     *         "has_google": false,
                     *         "has_password": true,
                     *         "logins": [
                     *           {
                     *             "created_at": "2026-03-03T08:30:00.000Z",
                     *             "device": "Chrome on Windows",
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "is_current": true,
                     *             "last_seen": "2026-03-03T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pending_email": null,
                     *         "usage": {
                     *           "attachment_bytes": {
                     *             "limit": 5368709120,
                     *             "used": 4821130
                     *           },
                     *           "boards": {
                     *             "limit": 2000,
                     *             "used": 3
                     *           },
                     *           "cards": {
                     *             "limit": 200000,
                     *             "used": 214
                     *           },
                     *           "change_bytes": {
                     *             "limit": 1073741824,
                     *             "used": 64000
                     *           },
                     *           "note_bytes": {
                     *             "limit": 524288000,
                     *             "used": 81920
                     *           },
                     *           "notes": {
                     *             "limit": 10000,
                     *             "used": 12
                     *           },
                     *           "pictures": {
                     *             "limit": 50,
                     *             "used": 4
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putAccountAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["FileContents"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `request_timeout`: the upload took more than 30 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_too_large`: over 15 MB, or too many pixels. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_unsupported`: not a JPEG, PNG or WebP. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_broken`: it cannot be decoded. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `server_busy`: the server is reading as many uploads as it can, of this account or in total. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    deleteAccountAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendars. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": {
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "options": {
                     *           "cards": "all",
                     *           "includes_sessions": false
                     *         },
                     *         "url": "https://example.com/calendar/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics"
                     *       },
                     *       "source": {
                     *         "added_at": "2026-03-03T08:30:00.000Z",
                     *         "host": "calendar.example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putAccountCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cards": "all",
                 *       "includes_sessions": false
                 *     }
                 */
                "application/json": components["schemas"]["CalendarOptions"];
            };
        };
        responses: {
            /** @description The calendars. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": {
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "options": {
                     *           "cards": "all",
                     *           "includes_sessions": false
                     *         },
                     *         "url": "https://example.com/calendar/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics"
                     *       },
                     *       "source": {
                     *         "added_at": "2026-03-03T08:30:00.000Z",
                     *         "host": "calendar.example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description The account has no calendar feed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAccountCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cards": "mine",
                 *       "includes_sessions": true
                 *     }
                 */
                "application/json": components["schemas"]["CalendarOptions"];
            };
        };
        responses: {
            /** @description The calendars. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": {
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "options": {
                     *           "cards": "all",
                     *           "includes_sessions": false
                     *         },
                     *         "url": "https://example.com/calendar/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics"
                     *       },
                     *       "source": {
                     *         "added_at": "2026-03-03T08:30:00.000Z",
                     *         "host": "calendar.example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteAccountCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendars. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": null,
                     *       "source": null
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountCalendarBusy: {
        parameters: {
            query: {
                /**
                 * @description Only times that end after this time. RFC 3339.
                 * @example 2026-03-02T00:00:00Z
                 */
                from: components["schemas"]["Timestamp"];
                /**
                 * @description Only times that start before this time, at most 62 days after `from`. RFC 3339.
                 * @example 2026-03-09T00:00:00Z
                 */
                to: components["schemas"]["Timestamp"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The busy hours. If the calendar cannot be read, `error` says why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "busy": [
                     *         {
                     *           "ends_at": "2026-03-03T10:00:00.000Z",
                     *           "starts_at": "2026-03-03T09:00:00.000Z",
                     *           "title": "Dentist"
                     *         }
                     *       ],
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["BusyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    putAccountCalendarBusy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://calendar.example.com/private/basic.ics"
                 *     }
                 */
                "application/json": components["schemas"]["CalendarSourceRequest"];
            };
        };
        responses: {
            /** @description The calendars. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": {
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "options": {
                     *           "cards": "all",
                     *           "includes_sessions": false
                     *         },
                     *         "url": "https://example.com/calendar/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics"
                     *       },
                     *       "source": {
                     *         "added_at": "2026-03-03T08:30:00.000Z",
                     *         "host": "calendar.example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `url_invalid`: not a public https address. `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteAccountCalendarBusy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendars. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": null,
                     *       "source": null
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAccountDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "boards": [
                 *         {
                 *           "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                 *           "new_owner_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61"
                 *         }
                 *       ],
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description The account, with `delete_at`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "delete_at": null,
                     *         "has_google": false,
                     *         "has_password": true,
                     *         "logins": [
                     *           {
                     *             "created_at": "2026-03-03T08:30:00.000Z",
                     *             "device": "Chrome on Windows",
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "is_current": true,
                     *             "last_seen": "2026-03-03T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pending_email": null,
                     *         "usage": {
                     *           "attachment_bytes": {
                     *             "limit": 5368709120,
                     *             "used": 4821130
                     *           },
                     *           "boards": {
                     *             "limit": 2000,
                     *             "used": 3
                     *           },
                     *           "cards": {
                     *             "limit": 200000,
                     *             "used": 214
                     *           },
                     *           "change_bytes": {
                     *             "limit": 1073741824,
                     *             "used": 64000
                     *           },
                     *           "note_bytes": {
                     *             "limit": 524288000,
                     *             "used": 81920
                     *           },
                     *           "notes": {
                     *             "limit": 10000,
                     *             "used": 12
                     *           },
                     *           "pictures": {
                     *             "limit": 50,
                     *             "used": 4
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: a new owner cannot have another board. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `password_wrong`, or `login_stale` where the account has no password. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: a board to pass on, or its new owner, is not a member's. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `shared_boards_undecided`: `boards` lacks a board that you own and share. `owner_required`: a new owner is yourself. `new_owner_limit`: a new owner has too many boards. `new_owner_leaving`: the account of a new owner is about to be deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putAccountEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@king.example",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeEmailRequest"];
            };
        };
        responses: {
            /** @description Confirmation link sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "delete_at": null,
                     *         "has_google": false,
                     *         "has_password": true,
                     *         "logins": [
                     *           {
                     *             "created_at": "2026-03-03T08:30:00.000Z",
                     *             "device": "Chrome on Windows",
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "is_current": true,
                     *             "last_seen": "2026-03-03T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pending_email": null,
                     *         "usage": {
                     *           "attachment_bytes": {
                     *             "limit": 5368709120,
                     *             "used": 4821130
                     *           },
                     *           "boards": {
                     *             "limit": 2000,
                     *             "used": 3
                     *           },
                     *           "cards": {
                     *             "limit": 200000,
                     *             "used": 214
                     *           },
                     *           "change_bytes": {
                     *             "limit": 1073741824,
                     *             "used": 64000
                     *           },
                     *           "note_bytes": {
                     *             "limit": 524288000,
                     *             "used": 81920
                     *           },
                     *           "notes": {
                     *             "limit": 10000,
                     *             "used": 12
                     *           },
                     *           "pictures": {
                     *             "limit": 50,
                     *             "used": 4
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `email_taken`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `email_invalid` or `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive, twentyfour-YYYY-MM-DD.zip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example PK… */
                    "application/zip": components["schemas"]["FileContents"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `export_too_large`. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: the database fails, or the disk has too little space; `server_busy`: the account's last archive is still being downloaded, or too many of others are. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    postAccountImport: {
        parameters: {
            query?: {
                /** @description Whether the preferences and daily goals are replaced by those of the archive, and the profile picture is set if the account has none. */
                settings?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The archive. */
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["FileContents"];
            };
        };
        responses: {
            /** @description Lines of JSON: the progress, and the report or an error as the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "done": 3,
                     *       "step": "boards",
                     *       "total": 12
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["AccountImportLine"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `request_timeout`: no data arrived for 30 seconds, or the body took more than 2 hours. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `archive_too_large`: over 4 GiB, or too large when it is decompressed. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `archive_invalid`, `bad_query`, or `upload_interrupted`. Nothing has changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `server_busy`: the account has an import already, or too many others have; `unavailable`: the disk has too little space. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    postAccountKeep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account, without `delete_at`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "delete_at": null,
                     *         "has_google": false,
                     *         "has_password": true,
                     *         "logins": [
                     *           {
                     *             "created_at": "2026-03-03T08:30:00.000Z",
                     *             "device": "Chrome on Windows",
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "is_current": true,
                     *             "last_seen": "2026-03-03T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pending_email": null,
                     *         "usage": {
                     *           "attachment_bytes": {
                     *             "limit": 5368709120,
                     *             "used": 4821130
                     *           },
                     *           "boards": {
                     *             "limit": 2000,
                     *             "used": 3
                     *           },
                     *           "cards": {
                     *             "limit": 200000,
                     *             "used": 214
                     *           },
                     *           "change_bytes": {
                     *             "limit": 1073741824,
                     *             "used": 64000
                     *           },
                     *           "note_bytes": {
                     *             "limit": 524288000,
                     *             "used": 81920
                     *           },
                     *           "notes": {
                     *             "limit": 10000,
                     *             "used": 12
                     *           },
                     *           "pictures": {
                     *             "limit": 50,
                     *             "used": 4
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            /** @description No valid token. A deleted account cannot be restored. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAccountLoginsEnd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["EndLoginRequest"];
            };
        };
        responses: {
            /** @description Login ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "delete_at": null,
                     *         "has_google": false,
                     *         "has_password": true,
                     *         "logins": [
                     *           {
                     *             "created_at": "2026-03-03T08:30:00.000Z",
                     *             "device": "Chrome on Windows",
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "is_current": true,
                     *             "last_seen": "2026-03-03T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pending_email": null,
                     *         "usage": {
                     *           "attachment_bytes": {
                     *             "limit": 5368709120,
                     *             "used": 4821130
                     *           },
                     *           "boards": {
                     *             "limit": 2000,
                     *             "used": 3
                     *           },
                     *           "cards": {
                     *             "limit": 200000,
                     *             "used": 214
                     *           },
                     *           "change_bytes": {
                     *             "limit": 1073741824,
                     *             "used": 64000
                     *           },
                     *           "note_bytes": {
                     *             "limit": 524288000,
                     *             "used": 81920
                     *           },
                     *           "notes": {
                     *             "limit": 10000,
                     *             "used": 12
                     *           },
                     *           "pictures": {
                     *             "limit": 50,
                     *             "used": 4
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: the account has no such login. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `bad_id`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAccountLoginsEndAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["EndAllLoginsRequest"];
            };
        };
        responses: {
            /** @description Logins ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You’re logged out everywhere."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putAccountPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse",
                 *       "password": "battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Password changed. Use these tokens from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9…",
                     *       "refresh_token": "q0Y5v0x1…"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `password_too_short`, `password_too_long`, `password_common` or `password_personal`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAccountSendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Link sent, or not needed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "A link to confirm your email is on its way."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "board_ids": null,
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "expires_at": "2026-06-01T08:30:00.000Z",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c7a",
                     *           "last_characters": "4fQz",
                     *           "last_used_at": "2026-03-03T12:00:00.000Z",
                     *           "name": "Backup script",
                     *           "scopes": [
                     *             "read"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiTokens"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAccountTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "board_ids": null,
                 *       "expires_at": "2026-06-01T08:30:00Z",
                 *       "name": "Backup script",
                 *       "password": "correct horse",
                 *       "scopes": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_token": {
                     *         "board_ids": null,
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "expires_at": "2026-06-01T08:30:00.000Z",
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c7a",
                     *         "last_characters": "4fQz",
                     *         "last_used_at": "2026-03-03T12:00:00.000Z",
                     *         "name": "Backup script",
                     *         "scopes": [
                     *           "read"
                     *         ]
                     *       },
                     *       "token": "tf_9aXq…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreateApiTokenResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: you are not a member of one of the boards. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `token_limit`: the account has 50 tokens. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `name_required`, `name_too_long`, or `body_invalid`: no scope, no board or over 100, or an expiry that is not in the next 365 days. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteAccountTokensByApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The token's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c7a
                 */
                api_token: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaining tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": []
                     *     }
                     */
                    "application/json": components["schemas"]["ApiTokens"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the account has no such token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAddToWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["WaitlistRequest"];
            };
        };
        responses: {
            /** @description Added to the waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Successfully joined the waitlist!"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`, or invalid fields, all listed in `errors`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormRejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAdminAudit: {
        parameters: {
            query?: {
                /** @description The number of the page, from 0. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "action": "set_plan",
                     *           "admin": "ada@example.org",
                     *           "at": "2026-03-03T08:30:00.000Z",
                     *           "detail": "pro",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "target": "grace@example.org"
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["AdminAudit"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAdminMails: {
        parameters: {
            query?: {
                /** @description The number of the page, from 0. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mails. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_more": false,
                     *       "mails": [
                     *         {
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "kind": "reset_password",
                     *           "next_try_at": "2026-03-03T08:45:00.000Z",
                     *           "recipient": "ada@example.org",
                     *           "tries": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminMails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAdminMails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change": "retry",
                 *       "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["AdminMailRequest"];
            };
        };
        responses: {
            /** @description The mail is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitation_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["AdminChangeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong`, or `login_stale` where the administrator has no password. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: the mail no longer waits, or the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAdminPeople: {
        parameters: {
            query?: {
                /** @description The number of the page, from 0. */
                page?: number;
                /** @description Part of an email or a name; empty for all accounts. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_more": false,
                     *       "people": [
                     *         {
                     *           "boards": 3,
                     *           "cards": 214,
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "is_admin": false,
                     *           "is_verified": true,
                     *           "last_login": "2026-03-03T12:00:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "logins": 2,
                     *           "stored_bytes": 145920,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminPeople"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAdminPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change": {
                 *         "plan": "pro",
                 *         "type": "set_plan"
                 *       },
                 *       "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["AdminPersonRequest"];
            };
        };
        responses: {
            /** @description The account is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitation_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["AdminChangeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong`, or `login_stale` where the administrator has no password. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: there is no such account, or the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAdminStorage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it stores. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "boards": 31,
                     *       "cards": 2140,
                     *       "change_bytes": 1240000,
                     *       "database_bytes": 4096000,
                     *       "focus_sessions": 904,
                     *       "free_bytes": 52000000000,
                     *       "is_database_ok": true,
                     *       "is_disk_ok": true,
                     *       "is_queue_ok": true,
                     *       "jobs": [
                     *         {
                     *           "finished_at": "2026-03-03T08:30:00.000Z",
                     *           "last_error": "",
                     *           "name": "purge_trash",
                     *           "next_run_at": "2026-03-03T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "live_connections": 3,
                     *       "note_bytes": 640000,
                     *       "notes": 118,
                     *       "people": 12,
                     *       "picture_bytes": 2100000,
                     *       "pictures": 6,
                     *       "queued_writes": 0,
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminStorage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAdminWaitlist: {
        parameters: {
            query?: {
                /** @description The number of the page, from 0. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "email": "grace@example.org",
                     *           "invited_at": null,
                     *           "joined_at": "2026-03-03T08:30:00.000Z",
                     *           "name": "Grace"
                     *         }
                     *       ],
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["AdminWaitlist"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAdminWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change": "invite",
                 *       "email": "grace@example.org",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["AdminWaitlistRequest"];
            };
        };
        responses: {
            /** @description The entry is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitation_url": "https://twentyfour.example/auth?type=signup&invitation=q0Y5v0x1…"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminChangeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong`, or `login_stale` where the administrator has no password. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: there is no such entry, or the user is not an administrator. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAttachmentsByAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The attachment's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74
                 */
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "expires_at": "2026-03-03T12:10:00.000Z",
                     *       "preview_url": "/api/attachments/0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74/file/?variant=preview&expires=1772539800&signature=u1OGjIu5rQZbXQ6n3x1c0v5mWmBq0yq2b0m5d0bq8sE",
                     *       "url": "/api/attachments/0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74/file/?variant=original&expires=1772539800&signature=u1OGjIu5rQZbXQ6n3x1c0v5mWmBq0yq2b0m5d0bq8sE"
                     *     }
                     */
                    "application/json": components["schemas"]["AttachmentLinkResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description There is no such attachment, or you are not a member of its board. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteAttachmentsByAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The attachment's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74
                 */
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Attachment deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The attachment has been deleted."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: you may not edit the board. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such attachment, or you are not a member of its board. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAttachmentsByAttachmentFile: {
        parameters: {
            query: {
                /**
                 * @description When the address expires, in seconds since the Unix epoch.
                 * @example 1772539800
                 */
                expires: number;
                /** @description The signature of the address. */
                signature: string;
                /**
                 * @description `original` or `preview`.
                 * @example preview
                 */
                variant: string;
            };
            header?: never;
            path: {
                /**
                 * @description The attachment's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74
                 */
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example … */
                    "application/octet-stream": components["schemas"]["FileContents"];
                };
            };
            /** @description The address has expired or is not valid, or the attachment was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`: a parameter is missing. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthConfirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "mZ8v…"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmEmailRequest"];
            };
        };
        responses: {
            /** @description Email confirmed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your email is confirmed."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `email_taken`: another account uses the email by now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `link_invalid` or `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description If an account has the email, a link was sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "If an account has this email, we sent a link to reset the password. It works once and expires in 30 minutes."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `email_invalid` or `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAuthGoogle: {
        parameters: {
            query?: {
                /** @description An invitation code, if the server requires one for new accounts. It is used up when an account is created. */
                invitation?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL to open. The cookie binds the callback to this browser; it is valid once, for 10 minutes. */
            200: {
                headers: {
                    /** @description `google`, or `__Host-google` on https. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_url": "https://accounts.google.com/o/oauth2/v2/auth?response_type=code&…"
                     *     }
                     */
                    "application/json": components["schemas"]["GoogleResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `google_off`: this server has no Google client. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `unavailable`: Google does not respond. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    getAuthGoogleCallback: {
        parameters: {
            query?: {
                /** @description The authorization code, which can be exchanged once. */
                code?: string;
                /** @description The provider's error code if there is no `code`, such as `access_denied`. */
                error?: string;
                /** @description The state from `auth_url`, which is bound to this browser. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the login page with `google=complete`, `google=password` or `google=failed`. */
            303: {
                headers: {
                    /** @description `/auth?type=login&google=complete` or `…=failed`, or `/auth?type=google&google=password`. */
                    Location?: string;
                    /** @description Replaces the cookie with one that completes the login, or removes it. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthGoogleComplete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account and its tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAi…",
                     *       "refresh_token": "n3Jc…",
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `google_failed`: the cookie is missing, used or expired. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthGoogleLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["GoogleLinkRequest"];
            };
        };
        responses: {
            /** @description The account and its tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAi…",
                     *       "refresh_token": "n3Jc…",
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description `password_wrong`. The cookie stays valid. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `google_failed`: the cookie is missing, used or expired. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["LogInRequest"];
            };
        };
        responses: {
            /** @description The account and its tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAi…",
                     *       "refresh_token": "n3Jc…",
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description `credentials_invalid`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "n3Jc…"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Login ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You’re logged out."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "n3Jc…"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The new token pair. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAi…",
                     *       "refresh_token": "Zk1p…"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description `refresh_invalid`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a better horse",
                 *       "token": "mZ8v…"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Password changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your password was changed. Log in with the new one."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `link_invalid`, or the password breaks a rule; the link then stays valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthSignup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "first_name": "Ada",
                 *       "last_name": "Lovelace",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            /** @description The account and its tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJ0eXAi…",
                     *       "refresh_token": "n3Jc…",
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `email_taken`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`, or a field breaks a rule. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postAuthValidateToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJ0eXAi…"
                 *     }
                 */
                "application/json": components["schemas"]["ValidateTokenRequest"];
            };
        };
        responses: {
            /** @description The token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The token is valid."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description `token_expired` or `token_invalid`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAvatarsByAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The picture's id.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                avatar: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JPEG, 256 by 256 pixels. It never changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ÿØÿ… */
                    "image/jpeg": components["schemas"]["FileContents"];
                };
            };
            /** @description `not_found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's slug or id.
                 * @example groceries-7f3k
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "cards": [
                     *               {
                     *                 "archived_at": null,
                     *                 "assignee_ids": [],
                     *                 "completed_at": null,
                     *                 "created_at": "2026-03-03T08:30:05.000Z",
                     *                 "description": "",
                     *                 "due_date": "2026-03-03T09:00",
                     *                 "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *                 "importance": "low",
                     *                 "labels": [
                     *                   "shop"
                     *                 ],
                     *                 "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *                 "priority": "low",
                     *                 "rank": "80",
                     *                 "title": "Milk",
                     *                 "trashed_at": null
                     *               }
                     *             ],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       },
                     *       "cards": [
                     *         {
                     *           "archived_at": null,
                     *           "assignee_ids": [],
                     *           "completed_at": null,
                     *           "created_at": "2026-03-03T08:30:05.000Z",
                     *           "description": "",
                     *           "due_date": "2026-03-03T09:00",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "importance": "low",
                     *           "labels": [
                     *             "shop"
                     *           ],
                     *           "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "priority": "low",
                     *           "rank": "80",
                     *           "title": "Milk",
                     *           "trashed_at": null
                     *         }
                     *       ],
                     *       "is_complete": true,
                     *       "items": [
                     *         {
                     *           "author_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60",
                     *           "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "content": {
                     *             "kind": "reminder",
                     *             "minutes_before": 30
                     *           },
                     *           "created_at": "2026-03-03T08:30:10.000Z",
                     *           "edited_at": null,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76",
                     *           "trashed_at": null
                     *         }
                     *       ],
                     *       "lists": [
                     *         {
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "is_collapsed": false,
                     *           "name": "To buy",
                     *           "rank": "80",
                     *           "trashed_at": null
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedBoardResponse"];
                };
            };
            /** @description The board is the one whose ETag was sent. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardActivity: {
        parameters: {
            query?: {
                /** @description The `next` of the previous page. Omit it for the first page. */
                before?: components["schemas"]["Id"];
                /** @description Whether only changes by accounts that were deleted are returned. Ignored with `member`. */
                deleted?: boolean;
                /**
                 * @description Only changes of this kind: `cards`, `comments`, `lists` or `board`.
                 * @example comments
                 */
                kind?: string;
                /** @description Only changes by this account. */
                member?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "activity": [
                     *         {
                     *           "at": "2026-03-03T08:30:09.000Z",
                     *           "card_id": null,
                     *           "change": {
                     *             "edit": {
                     *               "field": "name",
                     *               "value": "Done"
                     *             },
                     *             "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "type": "edit_list"
                     *           },
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60",
                     *           "who": "Ada Byron"
                     *         }
                     *       ],
                     *       "next": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75"
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board, it is not yours, or `before` is not one of its ops. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "expires_at": "2026-03-03T12:10:00.000Z",
                     *       "links": [
                     *         {
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74",
                     *           "preview_url": "/api/attachments/0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74/file/?variant=preview&expires=1772539800&signature=u1OGjIu5rQZbXQ6n3x1c0v5mWmBq0yq2b0m5d0bq8sE",
                     *           "url": "/api/attachments/0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74/file/?variant=original&expires=1772539800&signature=u1OGjIu5rQZbXQ6n3x1c0v5mWmBq0yq2b0m5d0bq8sE"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AttachmentLinksResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardCardsByCardActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
                /**
                 * @description The card's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72
                 */
                card: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "activity": [
                     *         {
                     *           "at": "2026-03-03T08:30:09.000Z",
                     *           "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "change": {
                     *             "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *             "edit": {
                     *               "field": "due_date",
                     *               "value": "2026-03-03T09:00"
                     *             },
                     *             "type": "edit_card"
                     *           },
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60",
                     *           "who": "Ada Byron"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board or card, or it is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postBoardsByBoardCardsByCardAttachments: {
        parameters: {
            query: {
                /** @description The id of the new attachment. An upload that is repeated with the same id is stored once. */
                id?: components["schemas"]["Id"];
                /**
                 * @description The name of the file, 1 to 255 characters.
                 * @example plan.pdf
                 */
                name: string;
            };
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
                /**
                 * @description The card's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72
                 */
                card: string;
            };
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["FileContents"];
            };
        };
        responses: {
            /** @description The attachment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "item": {
                     *         "author_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60",
                     *         "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *         "content": {
                     *           "bytes": 482113,
                     *           "content_type": "image/jpeg",
                     *           "height": 3024,
                     *           "kind": "attachment",
                     *           "name": "garden.jpg",
                     *           "width": 4032
                     *         },
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "edited_at": null,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74",
                     *         "trashed_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttachmentResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: you may not edit the board. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `request_timeout`: no data arrived for 30 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `attachment_limit`: the board's owner has no space left. `id_taken`: another item has the id. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `file_too_large`: over 25 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `bad_query`, `name_required`, `name_too_long`, `unknown_card`, or `upload_interrupted`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `server_busy`: too many uploads at once, of this account or in total. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    getBoardsByBoardCardsByCardFocusTime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
                /**
                 * @description The card's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72
                 */
                card: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members, the longest time first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "focused": 4800000,
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MemberFocusResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board or card, or it is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardChanges: {
        parameters: {
            query?: {
                /**
                 * @description The version that the client has. If omitted, the response contains all current records.
                 * @example 7
                 */
                since?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The board's id or slug.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records and the resulting version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": null,
                     *       "cards": [
                     *         {
                     *           "archived_at": null,
                     *           "assignee_ids": [],
                     *           "completed_at": null,
                     *           "created_at": "2026-03-03T08:30:05.000Z",
                     *           "description": "",
                     *           "due_date": "2026-03-03T09:00",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "importance": "low",
                     *           "labels": [
                     *             "shop"
                     *           ],
                     *           "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "priority": "low",
                     *           "rank": "80",
                     *           "title": "Milk",
                     *           "trashed_at": "2026-03-03T08:31:00.000Z"
                     *         }
                     *       ],
                     *       "is_complete": false,
                     *       "items": [],
                     *       "lists": [],
                     *       "version": 8
                     *     }
                     */
                    "application/json": components["schemas"]["BoardRecords"];
                };
            };
            /** @description The whole board is the one whose ETag was sent. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`: not a version of this board. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardExport: {
        parameters: {
            query: {
                /**
                 * @description The file format: `json`, `csv` or `markdown`.
                 * @example json
                 */
                format: string;
            };
            header?: never;
            path: {
                /**
                 * @description The board's slug or id.
                 * @example groceries-7f3k
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "color": "#4caf50",
                     *       "description": "",
                     *       "favorite": false,
                     *       "format": "twentyfour-board",
                     *       "image": null,
                     *       "is_template": false,
                     *       "label_colors": [
                     *         {
                     *           "color": "#4caf50",
                     *           "label": "shop"
                     *         }
                     *       ],
                     *       "lists": [
                     *         {
                     *           "cards": [
                     *             {
                     *               "archived_at": null,
                     *               "comments": [],
                     *               "completed_at": null,
                     *               "created_at": "2026-03-03T08:30:05.000Z",
                     *               "description": "",
                     *               "due_date": "2026-03-03T09:00",
                     *               "estimate_minutes": null,
                     *               "id": 1,
                     *               "is_assigned": false,
                     *               "labels": [
                     *                 "shop"
                     *               ],
                     *               "priority": "low",
                     *               "recurrence": null,
                     *               "reminders": [
                     *                 30
                     *               ],
                     *               "subtasks": [],
                     *               "title": "Milk"
                     *             }
                     *           ],
                     *           "id": 1,
                     *           "is_collapsed": false,
                     *           "name": "To buy"
                     *         }
                     *       ],
                     *       "name": "Groceries",
                     *       "version": 1
                     *     }
                     */
                    "application/json": unknown;
                    /** @example board,list,title,description,priority,is_completed,completed_at,due_date,labels,estimate_minutes,created_at,archived_at,subtasks,comments */
                    "text/csv": string;
                    /**
                     * @example # Groceries
                     *
                     *     ## To buy
                     *
                     *     - [ ] Milk
                     */
                    "text/markdown": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardFirstScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's slug or id.
                 * @example groceries-7f3k
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The first screen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       },
                     *       "cards": [
                     *         {
                     *           "assignee_ids": [],
                     *           "comments": 0,
                     *           "due_date": "2026-03-03T09:00",
                     *           "due_status": null,
                     *           "has_description": false,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "labels": [
                     *             "shop"
                     *           ],
                     *           "priority": "low",
                     *           "reminders": 1,
                     *           "subtasks": 0,
                     *           "subtasks_done": 0,
                     *           "title": "Milk"
                     *         }
                     *       ],
                     *       "lists": [
                     *         {
                     *           "card_ids": [
                     *             "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72"
                     *           ],
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "is_collapsed": false,
                     *           "name": "To buy",
                     *           "unloaded_cards": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BoardView"];
                };
            };
            /** @description The first screen is the one whose ETag was sent. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardFocusTime: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated ids of sessions to exclude from the sums. Unknown ids are ignored.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70,0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71
                 */
                except?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The board's slug or id.
                 * @example groceries-7f3k
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cards with focused time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cards": [
                     *         {
                     *           "card_id": null,
                     *           "focused": 300000,
                     *           "sessions": 1
                     *         },
                     *         {
                     *           "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "focused": 1500000,
                     *           "sessions": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BoardFocusTimeResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board, or it is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "email": "grace@example.com",
                     *           "expires_at": "2026-03-17T08:30:00.000Z",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c80",
                     *           "role": "editor"
                     *         }
                     *       ],
                     *       "public_link": null
                     *     }
                     */
                    "application/json": components["schemas"]["BoardInvitationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postBoardsByBoardInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["BoardInvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation and its link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitation": {
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "email": "grace@example.com",
                     *         "expires_at": "2026-03-17T08:30:00.000Z",
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c80",
                     *         "role": "editor"
                     *       },
                     *       "link": "https://example.com/join/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8"
                     *     }
                     */
                    "application/json": components["schemas"]["BoardInvitationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `member_limit`: 100 members and open invitations. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`: not a role, or the owner's. `email_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteBoardsByBoardInvitationsByInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
                /**
                 * @description The invitation's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c80
                 */
                invitation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The other open invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [],
                     *       "public_link": null
                     *     }
                     */
                    "application/json": components["schemas"]["BoardInvitationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such open invitation, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsByBoardMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "role": "owner",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60"
                     *         },
                     *         {
                     *           "first_name": "Grace",
                     *           "last_name": "Hopper",
                     *           "picture": null,
                     *           "role": "editor",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MembersResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putBoardsByBoardMembersByUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
                /**
                 * @description The member's account.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "commenter"
                 *     }
                 */
                "application/json": components["schemas"]["MemberRoleRequest"];
            };
        };
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "role": "owner",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60"
                     *         },
                     *         {
                     *           "first_name": "Grace",
                     *           "last_name": "Hopper",
                     *           "picture": null,
                     *           "role": "editor",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MembersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: the new owner's plan does not allow another board. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such member, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `owner_required`: this member is the owner. `new_owner_limit`: the new owner has too many boards. `new_owner_leaving`: their account is about to be deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`: not a role. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteBoardsByBoardMembersByUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
                /**
                 * @description The member's account.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The other members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "role": "owner",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MembersResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such member, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `owner_required`: this member is the owner. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postBoardsByBoardOps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ops": [
                 *         {
                 *           "at": "2026-03-03T08:30:00Z",
                 *           "change": {
                 *             "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                 *             "name": "To buy",
                 *             "rank": "80",
                 *             "type": "add_list"
                 *           },
                 *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73"
                 *         },
                 *         {
                 *           "at": "2026-03-03T08:30:05Z",
                 *           "change": {
                 *             "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                 *             "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                 *             "priority": "low",
                 *             "rank": "80",
                 *             "title": "Milk",
                 *             "type": "add_card"
                 *           },
                 *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74"
                 *         },
                 *         {
                 *           "at": "2026-03-03T08:30:09Z",
                 *           "change": {
                 *             "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                 *             "edit": {
                 *               "field": "due_date",
                 *               "value": "2026-03-03T09:00"
                 *             },
                 *             "type": "edit_card"
                 *           },
                 *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75"
                 *         },
                 *         {
                 *           "at": "2026-03-03T08:30:12Z",
                 *           "change": {
                 *             "base": "Two liters",
                 *             "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                 *             "text": "Two liters\n\nOr oat milk",
                 *             "type": "merge_description"
                 *           },
                 *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OpsRequest"];
            };
        };
        responses: {
            /** @description The result of each op. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73",
                     *           "status": "duplicate"
                     *         },
                     *         {
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74",
                     *           "status": "applied"
                     *         },
                     *         {
                     *           "code": "unknown_card",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75",
                     *           "status": "refused"
                     *         },
                     *         {
                     *           "code": "unknown_card",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76",
                     *           "status": "refused"
                     *         }
                     *       ],
                     *       "version": 8
                     *     }
                     */
                    "application/json": components["schemas"]["OpsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `too_many_ops` (over 500) or `too_large` (over 32 MiB). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postBoardsByBoardPublicLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, which ends in the code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "link": "https://example.com/public/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8"
                     *     }
                     */
                    "application/json": components["schemas"]["PublicLinkResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteBoardsByBoardPublicLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The board's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "link": null
                     *     }
                     */
                    "application/json": components["schemas"]["PublicLinkResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postBoardsCreateBoard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                 *       "name": "Groceries"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBoardRequest"];
            };
        };
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreateBoardResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: the plan does not allow another board. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `slug_taken` or `id_taken`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`, or a field breaks a rule. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getBoardsGetBoards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The boards outside the trash. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "card_count": 3,
                     *         "changed_at": "2026-03-03T08:30:05.000Z",
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "list_count": 1,
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "present_ids": [],
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedBoard"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postBoardsImport: {
        parameters: {
            query?: {
                /**
                 * @description The id of the new board. A repeated request with the same id returns the existing board.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70
                 */
                id?: string;
                /**
                 * @description What identifies the board where it comes from, 1 to 100 characters. The new board has it as `import_key`.
                 * @example trello:5f2b8c7e
                 */
                key?: string;
                /** @description Whether it was imported without a connection. If so, the plan's limit on boards does not apply. */
                made_offline?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "color": "#4caf50",
                 *       "description": "",
                 *       "favorite": false,
                 *       "format": "twentyfour-board",
                 *       "image": null,
                 *       "is_template": false,
                 *       "label_colors": [
                 *         {
                 *           "color": "#4caf50",
                 *           "label": "shop"
                 *         }
                 *       ],
                 *       "lists": [
                 *         {
                 *           "cards": [
                 *             {
                 *               "archived_at": null,
                 *               "comments": [],
                 *               "completed_at": null,
                 *               "created_at": "2026-03-03T08:30:05.000Z",
                 *               "description": "",
                 *               "due_date": "2026-03-03T09:00",
                 *               "estimate_minutes": null,
                 *               "id": 1,
                 *               "is_assigned": false,
                 *               "labels": [
                 *                 "shop"
                 *               ],
                 *               "priority": "low",
                 *               "recurrence": null,
                 *               "reminders": [
                 *                 30
                 *               ],
                 *               "subtasks": [],
                 *               "title": "Milk"
                 *             }
                 *           ],
                 *           "id": 1,
                 *           "is_collapsed": false,
                 *           "name": "To buy"
                 *         }
                 *       ],
                 *       "name": "Groceries",
                 *       "version": 1
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreateBoardResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: the plan does not allow another board. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `request_timeout`: no data arrived for 30 seconds, or the body took more than an hour. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `id_taken`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `too_large` (over 32 MiB). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `body_invalid`, or a value breaks a rule. Nothing has changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `server_busy`: too many uploads at once, of this account or in total. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    postBoardsImportRecords: {
        parameters: {
            query?: {
                /** @description Whether it was imported without a connection. If so, the plan's limit on boards does not apply. */
                made_offline?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "board": {
                 *         "color": null,
                 *         "description": "",
                 *         "favorite": false,
                 *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c81",
                 *         "image": null,
                 *         "import_key": "trello:5f2b8c7e",
                 *         "label_colors": [],
                 *         "name": "Groceries",
                 *         "slug": "groceries-8a2m",
                 *         "trashed_at": null
                 *       },
                 *       "cards": [],
                 *       "is_complete": true,
                 *       "items": [],
                 *       "lists": [],
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["BoardRecords"];
            };
        };
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreateBoardResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: the plan does not allow another board. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `request_timeout`: no data arrived for 30 seconds, or the body took more than an hour. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `id_taken`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `too_large` (over 32 MiB). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `body_invalid`, or a value breaks a rule. Nothing has changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `server_busy`: too many uploads at once, of this account or in total. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    putBoardsUpdateBoard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "boardId": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                 *       "updatedBoard": {
                 *         "color": "#4caf50",
                 *         "image": null,
                 *         "name": "Shopping"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBoardRequest"];
            };
        };
        responses: {
            /** @description The updated board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       },
                     *       "message": "Board updated successfully!"
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateBoardResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: choosing a board picture requires Pro, if plans are sold. Nothing has changed. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `forbidden_role`: your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description There is no such board, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`, or a field breaks a rule. Nothing has changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "message": "Does it work without a network?",
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["ContactRequest"];
            };
        };
        responses: {
            /** @description Message accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Thank you for your message. We will reply by email."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description `contact_off`: the contact form is disabled on this server. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`, or invalid fields, all listed in `errors`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormRejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The features. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "billing_portal_url": null,
                     *       "google": false,
                     *       "invitation_only": false,
                     *       "mail": true
                     *     }
                     */
                    "application/json": components["schemas"]["Features"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFocusDays: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated ids of sessions to exclude from the sums. Unknown ids are ignored.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70,0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71
                 */
                except?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "day": "2026-03-03",
                     *           "first_start": "2026-03-03T08:30:00.000Z",
                     *           "first_utc_offset": 60,
                     *           "focused": 1500000,
                     *           "last_start": "2026-03-03T08:30:00.000Z",
                     *           "last_utc_offset": 60,
                     *           "sessions": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FocusDaysResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFocusDaysBreakdown: {
        parameters: {
            query?: {
                /**
                 * @description `board` returns only the sums by board. By default the sums by label are included, which requires Pro if plans
                 *     are sold.
                 */
                by?: "board";
                /**
                 * @description The first day (included).
                 * @example 2026-03-02
                 */
                from?: components["schemas"]["LocalDay"];
                /**
                 * @description The last day (included).
                 * @example 2026-03-08
                 */
                to?: components["schemas"]["LocalDay"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "boards": [
                     *         {
                     *           "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "color": "#4caf50",
                     *           "focused": 1500,
                     *           "name": "Groceries",
                     *           "sessions": 1
                     *         }
                     *       ],
                     *       "estimates": {
                     *         "cards": 1,
                     *         "estimated": 1800,
                     *         "focused": 1500,
                     *         "untracked_cards": 2
                     *       },
                     *       "labels": [
                     *         {
                     *           "focused": 1500,
                     *           "label": "shop",
                     *           "sessions": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FocusBreakdownResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: the breakdown by label requires Pro. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFocusSessions: {
        parameters: {
            query?: {
                /**
                 * @description Only sessions that end after this time. RFC 3339.
                 * @example 2026-03-02T00:00:00Z
                 */
                from?: components["schemas"]["Timestamp"];
                /**
                 * @description Only sessions that start before this time. RFC 3339.
                 * @example 2026-03-09T00:00:00Z
                 */
                to?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "board_id": null,
                     *           "card_id": null,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_deleted": false,
                     *           "kind": "focus",
                     *           "outcome": "completed",
                     *           "planned": 1500,
                     *           "revision": 0,
                     *           "segments": [
                     *             {
                     *               "end": "2026-03-03T08:55:00.000Z",
                     *               "start": "2026-03-03T08:30:00.000Z",
                     *               "utc_offset": 60
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FocusSessionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postFocusSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "board_id": null,
                 *       "card_id": null,
                 *       "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                 *       "is_deleted": false,
                 *       "kind": "focus",
                 *       "outcome": "completed",
                 *       "planned": 1500,
                 *       "revision": 0,
                 *       "segments": [
                 *         {
                 *           "end": "2026-03-03T08:55:00.000Z",
                 *           "start": "2026-03-03T08:30:00.000Z",
                 *           "utc_offset": 60
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FocusSession"];
            };
        };
        responses: {
            /** @description The stored session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session": {
                     *         "board_id": null,
                     *         "card_id": null,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "is_deleted": false,
                     *         "kind": "focus",
                     *         "outcome": "completed",
                     *         "planned": 1500,
                     *         "revision": 0,
                     *         "segments": [
                     *           {
                     *             "end": "2026-03-03T08:55:00.000Z",
                     *             "start": "2026-03-03T08:30:00.000Z",
                     *             "utc_offset": 60
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FocusSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description Its board or card does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `session_invalid`, `clock_ahead` or `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFocusSessionsExport: {
        parameters: {
            query: {
                /**
                 * @description The file format: `csv` or `json`.
                 * @example csv
                 */
                format: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "board_id": null,
                     *           "card_id": null,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_deleted": false,
                     *           "kind": "focus",
                     *           "outcome": "completed",
                     *           "planned": 1500,
                     *           "revision": 0,
                     *           "segments": [
                     *             {
                     *               "end": "2026-03-03T08:55:00.000Z",
                     *               "start": "2026-03-03T08:30:00.000Z",
                     *               "utc_offset": 60
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FocusSessionsResponse"];
                    /** @example id,start,end,utc_offset,focused_seconds,planned_seconds,outcome,board,card,segments */
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFocusSessionsLatest: {
        parameters: {
            query?: {
                /** @description The id of the last session of the previous page. Omit it for the first page. */
                before?: components["schemas"]["Id"];
                /**
                 * @description The maximum number of sessions: 1 to 200, by default 50.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_more": false,
                     *       "sessions": [
                     *         {
                     *           "board_name": null,
                     *           "card_title": null,
                     *           "session": {
                     *             "board_id": null,
                     *             "card_id": null,
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *             "is_deleted": false,
                     *             "kind": "focus",
                     *             "outcome": "completed",
                     *             "planned": 1500,
                     *             "revision": 0,
                     *             "segments": [
                     *               {
                     *                 "end": "2026-03-03T08:55:00.000Z",
                     *                 "start": "2026-03-03T08:30:00.000Z",
                     *                 "utc_offset": 60
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LatestSessionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description The session to start from does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both respond. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The server and its database respond."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description The database does not respond. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    getHealthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It responds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The server responds."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "database": "ok",
                     *       "disk": "ok",
                     *       "queue": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadinessResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description It cannot, for the reason that is `failing`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "database": "ok",
                     *       "disk": "failing",
                     *       "queue": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadinessResponse"];
                };
            };
        };
    };
    getInbox: {
        parameters: {
            query?: {
                /** @description The entry before which the page begins; without it, the latest entries are returned. */
                before?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "at": "2026-03-03T08:30:00.000Z",
                     *           "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "board_name": "Plans",
                     *           "board_slug": "plans",
                     *           "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "card_title": "Bread",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c90",
                     *           "is_read": false,
                     *           "kind": "mention",
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "role": null,
                     *           "text": "@Ada Lovelace, please look",
                     *           "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61",
                     *           "who": "Grace Hopper"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "unread_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`: invalid id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postInboxRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entry_ids": [
                 *         "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c90"
                 *       ],
                 *       "is_read": true,
                 *       "until": null
                 *     }
                 */
                "application/json": components["schemas"]["InboxReadRequest"];
            };
        };
        responses: {
            /** @description How many are unread now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unread_count": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InboxReadResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `body_invalid`: invalid ids, or more than 500. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getInboxUnsubscribeByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the confirmation page. */
            303: {
                headers: {
                    /** @description `/unsubscribe/…`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postInboxUnsubscribeByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mails are off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You won’t get inbox emails anymore. You can change this in Settings."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `link_invalid`: unknown token. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postInvitationsByCodeAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code at the end of the invitation's link.
                 * @example pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptInvitationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `invitation_invalid`: unknown, expired, revoked or used by somebody else. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `member_limit` or `shared_board_limit`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postInvitationsByCodeDecline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code at the end of the invitation's link.
                 * @example pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Invitation declined. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The invitation has been declined."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description There is no such open invitation. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getLeaveWaitlistByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the confirmation page. */
            303: {
                headers: {
                    /** @description `/waitlist/leave?token=…`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postLeaveWaitlistByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed from the waitlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You have left the waitlist."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `link_invalid`: unknown token. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WebSocket is open. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `method_not_allowed`: not a WebSocket handshake. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example http_requests_total{method="GET",route="/api/user",status="200"} 2 */
                    "application/openmetrics-text": string;
                };
            };
            /** @description `not_found`: the request comes from elsewhere, without the token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getNotes: {
        parameters: {
            query: {
                /**
                 * @description The version that the client has; 0 returns all notes.
                 * @example 0
                 */
                since: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes and the resulting version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_more": false,
                     *       "notes": [
                     *         {
                     *           "apart": [],
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "document": "{\"type\":\"doc\",\"content\":[{\"type\":\"paragraph\",\"content\":[{\"type\":\"text\",\"text\":\"Buy milk\"}]}]}",
                     *           "edited_at": "2026-03-03T08:30:00.000Z",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76",
                     *           "pinned_at": null,
                     *           "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c77",
                     *           "trashed_at": null,
                     *           "version": 1
                     *         }
                     *       ],
                     *       "removed": [],
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NotesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`: invalid version. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    putNotesByNoteId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The note's id, generated by the client.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76
                 */
                note_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change": {
                 *         "base": null,
                 *         "document": "{\"type\":\"doc\",\"content\":[{\"type\":\"paragraph\",\"content\":[{\"type\":\"text\",\"text\":\"Buy milk\"}]}]}",
                 *         "edited_at": "2026-03-03T08:30:00Z",
                 *         "goes_on": true,
                 *         "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c77",
                 *         "type": "save"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NoteChangeRequest"];
            };
        };
        responses: {
            /** @description The updated note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "apart": [],
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "document": null,
                     *         "edited_at": "2026-03-03T08:30:00.000Z",
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76",
                     *         "pinned_at": null,
                     *         "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c77",
                     *         "trashed_at": null,
                     *         "version": 1
                     *       },
                     *       "since": 0
                     *     }
                     */
                    "application/json": components["schemas"]["NoteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            /** @description `unknown_note`: the note does not exist and the change is not a save. `not_found`: invalid id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `note_limit`: the change would exceed 10,000 notes or 500 MiB of text. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `too_large`: over 4 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `note_invalid`: not an editor document. `note_too_long`: document over 2 MiB. `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getNotesByNoteIdVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The note's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76
                 */
                note_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions without their texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "device": "Chrome on Linux",
                     *           "edited_at": "2026-03-03T08:20:00.000Z",
                     *           "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c78",
                     *           "snippet": "Buy"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoteVersionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `unknown_note`: the note does not exist, or is not yours. `not_found`: invalid id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getNotesByNoteIdVersionsBySaveId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The note's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76
                 */
                note_id: components["schemas"]["Id"];
                /**
                 * @description The id of the save.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c78
                 */
                save_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": "{\"type\":\"doc\",\"content\":[{\"type\":\"paragraph\",\"content\":[{\"type\":\"text\",\"text\":\"Buy milk\"}]}]}",
                     *       "version": {
                     *         "device": "Chrome on Linux",
                     *         "edited_at": "2026-03-03T08:20:00.000Z",
                     *         "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c78",
                     *         "snippet": "Buy"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteVersionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `unknown_note`: the note does not exist, or is not yours. `not_found`: the version no longer exists. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": Record<string, never>;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPhotos: {
        parameters: {
            query?: {
                /**
                 * @description The page number, from 1.
                 * @example 1
                 */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_more": true,
                     *       "is_available": true,
                     *       "is_offered": true,
                     *       "photos": [
                     *         {
                     *           "alt": "a lake between mountains",
                     *           "color": "#60544d",
                     *           "credit": {
                     *             "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral",
                     *             "name": "Ada Byron"
                     *           },
                     *           "id": "LBI7cgq3pbM",
                     *           "urls": {
                     *             "regular": "https://images.unsplash.com/photo-1417325384643?q=80&w=1080",
                     *             "thumb": "https://images.unsplash.com/photo-1417325384643?q=80&w=200"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PhotosResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    postPhotosByPhotoDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The photo's id.
                 * @example LBI7cgq3pbM
                 */
                photo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. A failure of the photo service is ignored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Thank you."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `not_found`: invalid photo id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPhotosRandom: {
        parameters: {
            query?: {
                /**
                 * @description `light` prefers photos that suit the light theme.
                 * @example light
                 */
                tone?: "any" | "light";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "photo": {
                     *         "alt": "a lake between mountains",
                     *         "color": "#60544d",
                     *         "credit": {
                     *           "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral",
                     *           "name": "Ada Byron"
                     *         },
                     *         "id": "LBI7cgq3pbM",
                     *         "urls": {
                     *           "regular": "https://images.unsplash.com/photo-1417325384643?q=80&w=1080",
                     *           "thumb": "https://images.unsplash.com/photo-1417325384643?q=80&w=200"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RandomPhotoResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPhotosSearch: {
        parameters: {
            query: {
                /**
                 * @description The page number, from 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The search words: 1 to 100 characters.
                 * @example mountains
                 */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_more": false,
                     *       "is_available": true,
                     *       "is_offered": true,
                     *       "photos": [
                     *         {
                     *           "alt": "a lake between mountains",
                     *           "color": "#60544d",
                     *           "credit": {
                     *             "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral",
                     *             "name": "Ada Byron"
                     *           },
                     *           "id": "LBI7cgq3pbM",
                     *           "urls": {
                     *             "regular": "https://images.unsplash.com/photo-1417325384643?q=80&w=1080",
                     *             "thumb": "https://images.unsplash.com/photo-1417325384643?q=80&w=200"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PhotosResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPictures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pictures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pictures": [
                     *         {
                     *           "color": "#60544d",
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "height": 1600,
                     *           "id": "0123456789abcdef0123456789abcdef",
                     *           "width": 2560
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PicturesResponse"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postPictures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["FileContents"];
            };
        };
        responses: {
            /** @description The stored picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "picture": {
                     *         "color": "#60544d",
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "height": 1600,
                     *         "id": "0123456789abcdef0123456789abcdef",
                     *         "width": 2560
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PictureResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: uploading pictures requires Pro, if plans are sold. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `request_timeout`: the upload took more than 30 seconds. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_limit`: the account has 50 pictures already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_too_large`: over 15 MB, or too many pixels. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_unsupported`: not a JPEG, PNG or WebP. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `picture_broken`: it cannot be decoded. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `server_busy`: the server is reading as many uploads as it can, of this account or in total. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
        };
    };
    getPicturesByPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The picture's id.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                picture: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JPEG. It never changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ÿØÿ… */
                    "image/jpeg": components["schemas"]["FileContents"];
                };
            };
            /** @description `not_found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deletePicturesByPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The picture's id.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                picture: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Picture deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The picture has been deleted."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the picture does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All preferences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appearance": "",
                     *       "auto_start_breaks": false,
                     *       "auto_start_focus": false,
                     *       "background": "daily",
                     *       "day_start_minutes": 0,
                     *       "ending_sound": "ending_sound",
                     *       "focus_minutes": 25,
                     *       "focus_sound": "default",
                     *       "goals": [],
                     *       "hour_format": "12",
                     *       "inbox_mails": "daily",
                     *       "language": "en",
                     *       "long_break_minutes": 15,
                     *       "mins_for_streak": 25,
                     *       "rounds": 4,
                     *       "short_break_minutes": 5,
                     *       "shortcuts": "",
                     *       "temperature_unit": "automatic",
                     *       "theme": "system",
                     *       "time_zone": "UTC",
                     *       "views": "",
                     *       "volume": 50,
                     *       "wallpaper_pages": "every"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "focus_minutes": 50,
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["PreferencesUpdate"];
            };
        };
        responses: {
            /** @description All preferences after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appearance": "",
                     *       "auto_start_breaks": false,
                     *       "auto_start_focus": false,
                     *       "background": "daily",
                     *       "day_start_minutes": 0,
                     *       "ending_sound": "ending_sound",
                     *       "focus_minutes": 25,
                     *       "focus_sound": "default",
                     *       "goals": [],
                     *       "hour_format": "12",
                     *       "inbox_mails": "daily",
                     *       "language": "en",
                     *       "long_break_minutes": 15,
                     *       "mins_for_streak": 25,
                     *       "rounds": 4,
                     *       "short_break_minutes": 5,
                     *       "shortcuts": "",
                     *       "temperature_unit": "automatic",
                     *       "theme": "system",
                     *       "time_zone": "UTC",
                     *       "views": "",
                     *       "volume": 50,
                     *       "wallpaper_pages": "every"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `plan_limit`: choosing a background requires Pro, if plans are sold. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `preference_invalid` or `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPublicBoardsByCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code at the end of the public link.
                 * @example pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "viewer",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       },
                     *       "cards": [
                     *         {
                     *           "archived_at": null,
                     *           "assignee_ids": [],
                     *           "completed_at": null,
                     *           "created_at": "2026-03-03T08:30:05.000Z",
                     *           "description": "",
                     *           "due_date": "2026-03-03T09:00",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "importance": "low",
                     *           "labels": [
                     *             "shop"
                     *           ],
                     *           "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "priority": "low",
                     *           "rank": "80",
                     *           "title": "Milk",
                     *           "trashed_at": null
                     *         }
                     *       ],
                     *       "is_complete": true,
                     *       "items": [],
                     *       "lists": [
                     *         {
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *           "is_collapsed": false,
                     *           "name": "To buy",
                     *           "rank": "80",
                     *           "trashed_at": null
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["BoardRecords"];
                };
            };
            /** @description There is no such link, or it was turned off. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postQuickAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Milk tomorrow 9am @shop"
                 *     }
                 */
                "application/json": components["schemas"]["QuickAddRequest"];
            };
        };
        responses: {
            /** @description The card and its board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "board": {
                     *         "color": "#4caf50",
                     *         "columns": [
                     *           {
                     *             "card_count": 3,
                     *             "cards": [],
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *             "name": "To buy"
                     *           }
                     *         ],
                     *         "description": "",
                     *         "favorite": false,
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *         "image": null,
                     *         "is_muted": false,
                     *         "label_colors": [
                     *           {
                     *             "color": "#4caf50",
                     *             "label": "shop"
                     *           }
                     *         ],
                     *         "members": [],
                     *         "name": "Groceries",
                     *         "role": "owner",
                     *         "slug": "groceries-7f3k",
                     *         "trashed_at": null,
                     *         "watched_ids": []
                     *       },
                     *       "card": {
                     *         "archived_at": null,
                     *         "assignee_ids": [],
                     *         "completed_at": null,
                     *         "created_at": "2026-03-03T08:30:05.000Z",
                     *         "description": "",
                     *         "due_date": "2026-03-03T09:00",
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *         "importance": "low",
                     *         "labels": [
                     *           "shop"
                     *         ],
                     *         "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *         "priority": "low",
                     *         "rank": "80",
                     *         "title": "Milk",
                     *         "trashed_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuickAddResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `forbidden_role`: you may not add cards to this board. `token_scope`: the token may not. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: there is no board with this `board_id`, or you are not a member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `card_limit` or `change_limit`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `unknown_board`: there is no board with the name in the line, or there are several, or you have no board at all; `unknown_list`: the board has no such list, or none at all; `title_required`, `title_too_long`, `bad_id`, `body_invalid`, or another field breaks a rule. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSearch: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                /**
                 * @description The maximum number of results, 1 to 50; 20 if omitted.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description What to look for, at most 200 characters: words, "quoted phrases", and the filters `board:`, `label:`, `due:`, `is:` and
                 *     `assignee:`. A minus negates each of them.
                 * @example milk label:shop due:week
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cursor": null,
                     *       "results": [
                     *         {
                     *           "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "board_name": "Groceries",
                     *           "board_slug": "groceries-7f3k",
                     *           "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "due": "2026-03-03T09:00",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *           "is_archived": false,
                     *           "is_done": false,
                     *           "is_trashed": false,
                     *           "kind": "card",
                     *           "ranges": [],
                     *           "snippet": "",
                     *           "title": "Milk",
                     *           "title_ranges": [
                     *             {
                     *               "end": 4,
                     *               "start": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`: the text is too long, or a parameter is invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cards, by board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "boards": [
                     *         {
                     *           "board": {
                     *             "color": "#4caf50",
                     *             "description": "",
                     *             "favorite": false,
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *             "image": null,
                     *             "is_muted": false,
                     *             "label_colors": [
                     *               {
                     *                 "color": "#4caf50",
                     *                 "label": "shop"
                     *               }
                     *             ],
                     *             "members": [],
                     *             "name": "Groceries",
                     *             "role": "owner",
                     *             "slug": "groceries-7f3k",
                     *             "trashed_at": null,
                     *             "watched_ids": []
                     *           },
                     *           "cards": [
                     *             {
                     *               "archived_at": null,
                     *               "assignee_ids": [],
                     *               "completed_at": null,
                     *               "created_at": "2026-03-03T08:30:05.000Z",
                     *               "description": "",
                     *               "due_date": "2026-03-03T09:00",
                     *               "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *               "importance": "low",
                     *               "labels": [
                     *                 "shop"
                     *               ],
                     *               "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *               "priority": "low",
                     *               "rank": "80",
                     *               "title": "Milk",
                     *               "trashed_at": null
                     *             }
                     *           ],
                     *           "is_complete": false,
                     *           "items": [
                     *             {
                     *               "author_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60",
                     *               "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *               "content": {
                     *                 "kind": "reminder",
                     *                 "minutes_before": 30
                     *               },
                     *               "created_at": "2026-03-03T08:30:10.000Z",
                     *               "edited_at": null,
                     *               "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76",
                     *               "trashed_at": null
                     *             }
                     *           ],
                     *           "lists": [
                     *             {
                     *               "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *               "is_collapsed": false,
                     *               "name": "To buy",
                     *               "rank": "80",
                     *               "trashed_at": null
                     *             }
                     *           ],
                     *           "version": 7
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BoardsRecordsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records by board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "boards": [
                     *         {
                     *           "board": {
                     *             "color": "#4caf50",
                     *             "description": "",
                     *             "favorite": false,
                     *             "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *             "image": null,
                     *             "is_muted": false,
                     *             "label_colors": [
                     *               {
                     *                 "color": "#4caf50",
                     *                 "label": "shop"
                     *               }
                     *             ],
                     *             "members": [],
                     *             "name": "Groceries",
                     *             "role": "owner",
                     *             "slug": "groceries-7f3k",
                     *             "trashed_at": null,
                     *             "watched_ids": []
                     *           },
                     *           "cards": [
                     *             {
                     *               "archived_at": null,
                     *               "assignee_ids": [],
                     *               "completed_at": null,
                     *               "created_at": "2026-03-03T08:30:05.000Z",
                     *               "description": "",
                     *               "due_date": "2026-03-03T09:00",
                     *               "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                     *               "importance": "low",
                     *               "labels": [
                     *                 "shop"
                     *               ],
                     *               "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *               "priority": "low",
                     *               "rank": "80",
                     *               "title": "Milk",
                     *               "trashed_at": "2026-03-03T08:31:00.000Z"
                     *             }
                     *           ],
                     *           "is_complete": false,
                     *           "items": [],
                     *           "lists": [
                     *             {
                     *               "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                     *               "is_collapsed": false,
                     *               "name": "To buy",
                     *               "rank": "80",
                     *               "trashed_at": null
                     *             }
                     *           ],
                     *           "version": 7
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BoardsRecordsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["OutOfScope"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    putUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Ada",
                 *       "last_name": "King"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileRequest"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": [
                     *         {
                     *           "date_joined": "2026-03-03T08:30:00.000Z",
                     *           "delete_at": null,
                     *           "email": "ada@example.org",
                     *           "first_name": "Ada",
                     *           "focus_streak": 3,
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                     *           "is_admin": false,
                     *           "is_limited": false,
                     *           "is_verified": false,
                     *           "last_login": "2026-03-03T08:30:00.000Z",
                     *           "last_name": "Lovelace",
                     *           "longest_focus_streak": 12,
                     *           "mins_for_streak": 25,
                     *           "picture": "/api/avatars/0123456789abcdef0123456789abcdef/",
                     *           "total_time": 97200,
                     *           "user_type": "basic"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description A name is blank or too long, or `body_invalid`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWeather: {
        parameters: {
            query: {
                /**
                 * @description Latitude in degrees; north is positive.
                 * @example 52.5
                 */
                latitude: number;
                /**
                 * @description Longitude in degrees; east is positive.
                 * @example 13.4
                 */
                longitude: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The weather. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "current_weather": {
                     *         "is_day": 1,
                     *         "temperature": 7.4,
                     *         "weathercode": 2,
                     *         "winddirection": 240,
                     *         "windspeed": 12.5
                     *       },
                     *       "current_weather_units": {
                     *         "temperature": "°C"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WeatherResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWeatherPlace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The place. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "place": {
                     *         "city": "Berlin",
                     *         "latitude": 52.5,
                     *         "longitude": 13.4
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlaceResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWeatherPlaces: {
        parameters: {
            query: {
                /**
                 * @description The name or its beginning: 1 to 100 characters.
                 * @example Berlin
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The places. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "places": [
                     *         {
                     *           "place": {
                     *             "city": "Berlin",
                     *             "latitude": 52.5,
                     *             "longitude": 13.4
                     *           },
                     *           "region": "State of Berlin, Germany"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlacesResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description `bad_query`. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "board_ids": null,
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "disabled": null,
                     *           "dropped_at": null,
                     *           "earlier_secret_until": null,
                     *           "events": [
                     *             "card.created",
                     *             "card.completed"
                     *           ],
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0",
                     *           "url": "https://hooks.example/twentyfour"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhooksResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "board_ids": null,
                 *       "events": [
                 *         "card.created",
                 *         "card.completed"
                 *       ],
                 *       "is_enabled": true,
                 *       "password": "correct horse",
                 *       "url": "https://hooks.example/twentyfour"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook and its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs=",
                     *       "webhook": {
                     *         "board_ids": null,
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "disabled": null,
                     *         "dropped_at": null,
                     *         "earlier_secret_until": null,
                     *         "events": [
                     *           "card.created",
                     *           "card.completed"
                     *         ],
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0",
                     *         "url": "https://hooks.example/twentyfour"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description `webhook_limit`: the account has 20 webhooks already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            /** @description `url_invalid`: not a public https address. `body_invalid`: no events, or too many boards. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    putWebhooksByWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0
                 */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "board_ids": null,
                 *       "events": [
                 *         "card.created",
                 *         "card.completed"
                 *       ],
                 *       "is_enabled": true,
                 *       "password": "correct horse",
                 *       "url": "https://hooks.example/twentyfour"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "board_ids": null,
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "disabled": null,
                     *         "dropped_at": null,
                     *         "earlier_secret_until": null,
                     *         "events": [
                     *           "card.created",
                     *           "card.completed"
                     *         ],
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0",
                     *         "url": "https://hooks.example/twentyfour"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: the webhook does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description `url_invalid`: not a public https address. `body_invalid`: no events, or too many boards. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteWebhooksByWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0
                 */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The webhook has been deleted."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the webhook does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWebhooksByWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0
                 */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "attempts": [
                     *             {
                     *               "at": "2026-03-03T08:30:00.000Z",
                     *               "duration_ms": 120,
                     *               "error": null,
                     *               "status": 503
                     *             }
                     *           ],
                     *           "created_at": "2026-03-03T08:30:00.000Z",
                     *           "event": "card.created",
                     *           "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9cb0",
                     *           "next_attempt_at": "2026-03-03T08:30:05.000Z",
                     *           "response": "Service Unavailable",
                     *           "state": "waiting"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveriesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the webhook does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postWebhooksByWebhookDeliveriesByDeliveryRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9cb0
                 */
                delivery: string;
                /**
                 * @description The webhook's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0
                 */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The event is being sent again."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NoApiTokens"];
            /** @description `not_found`: the webhook or the delivery does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    postWebhooksByWebhookRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's id.
                 * @example 0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0
                 */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The webhook and its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs=",
                     *       "webhook": {
                     *         "board_ids": null,
                     *         "created_at": "2026-03-03T08:30:00.000Z",
                     *         "disabled": null,
                     *         "dropped_at": null,
                     *         "earlier_secret_until": null,
                     *         "events": [
                     *           "card.created",
                     *           "card.completed"
                     *         ],
                     *         "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0",
                     *         "url": "https://hooks.example/twentyfour"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `password_wrong` or `login_stale`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            /** @description `not_found`: the webhook does not exist, or is not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getCalendarByFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret and `.ics`.
                 * @example pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its ETag changes with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     …
                     */
                    "text/calendar": string;
                };
            };
            /** @description The file with the ETag in `If-None-Match` is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such feed, or it was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which stays the same when it is sent again. */
                "webhook-id": string;
                /** @description `v1,` and a signature in Base64; two after the secret was replaced. */
                "webhook-signature": string;
                /** @description When the attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description The event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address is gone: the webhook is turned off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again, for 24 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
