/** Tests whose server sends its emails to a mail server of the test. */
import { MailServer } from './mail-server';
import { test } from './test';

/** Like `test`, with a mail server of its own. */
export const mailTest = test.extend<{ mails: MailServer }>({
  mails: async ({}, use) => {
    const mails = await MailServer.start();
    await use(mails);
    await mails.close();
  },
  serverEnvironment: async ({ mails }, use) => use(mails.settings),
});
