import { once } from 'node:events'
import { type Mailer, type SmtpMailer, smtpMailer } from '@wallet-modal/gateway/server'
import type { Inbox } from './inbox.js'

/** Mailer that sends over SMTP to a mail server of the sandbox. The server stores the mails in the inbox. */
export interface MailCatcher extends Mailer {
  close(): Promise<void>
}

/** Running mail server, and the mailer that sends to it. */
export interface MailService {
  readonly mailer: Pick<SmtpMailer, 'send'>
  close(): Promise<void>
}

/** Creates a mail catcher. Its mail server starts with the first mail. If the start fails, `send` rejects, and the next mail causes another start. */
export function createMailCatcher(inbox: Inbox, start = startMailService): MailCatcher {
  let service: Promise<MailService> | undefined
  const startOnce = (): Promise<MailService> => {
    if (service) return service
    const started = start(inbox)
    service = started
    started.catch(() => {
      service = undefined
    })
    return started
  }
  return {
    async send(mail) {
      const { mailer } = await startOnce()
      await mailer.send(mail)
    },
    async close() {
      const started = await service?.catch(() => undefined) // if the start failed, there is no server to close
      await started?.close()
    },
  }
}

async function startMailService(inbox: Inbox): Promise<MailService> {
  const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([import('smtp-server'), import('postal-mime')])
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: 100_000,
    onData(stream, { envelope }, done) {
      const store = async () => {
        const { subject = '', text = '' } = await PostalMime.parse(await read(stream))
        for (const { address } of envelope.rcptTo) inbox.add({ to: address, subject, text: text.trim() })
      }
      store().then(() => done(), done)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mailer = await smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Sandbox <login@sandbox.example>' })
  const close = () => {
    mailer.close()
    return new Promise<void>((resolve) => void smtp.close(resolve))
  }
  return { mailer, close }
}

async function read(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}
