import type { Mailer } from '../accounts/account-sources.js'
import { loadOptional } from '../optional-package.js'

const TIMEOUT_MS = 10_000
const loopback = /^(?:127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/

export interface SmtpOptions {
  /** Such as `smtps://user:password@mail.example:465`; `smtp:` for STARTTLS, usually on port 587. */
  readonly url: string
  /** Sender, such as `Shop <login@shop.example>`. */
  readonly from: string
  /** Allows unencrypted mail to another machine. Default: false. */
  readonly allowPlain?: boolean
}

export interface SmtpMailer extends Mailer {
  /** Connects and logs in to the mail server, without sending a mail. Rejects if this fails. */
  verify(): Promise<void>
  /** Closes connections to the mail server. */
  close(): void
}

/** Sends mail over SMTP with the package `nodemailer`. Without `allowPlain`, connections to other machines are encrypted. */
export async function smtpMailer({ url, from, allowPlain = false }: SmtpOptions): Promise<SmtpMailer> {
  const { createTransport } = await loadOptional('nodemailer', 'Mail over SMTP', () => import('nodemailer'))
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''), // nodemailer does not accept the brackets of IPv6 addresses
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !(secure || allowPlain || loopback.test(hostname)),
    pool: true,
    maxConnections: 5,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
