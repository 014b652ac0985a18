import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../store.js'
import { accountsRoutes } from '../routes.js'
import { toLanguage } from './language.js'

const [SITE, FRAME, EMAIL] = ['https://shop.example', 'https://wallet.example', 'visitor@shop.example']

function fresh(newBrowsers: 'code' | 'link' = 'code') {
  const mails: { readonly subject: string; readonly text: string }[] = []
  const app = accountsRoutes({
    ...{ frameOrigin: FRAME, allowedOrigins: [SITE], store: memoryStore(), chains: [], newBrowsers },
    encryptionKey: new Uint8Array(32).fill(7),
    mailer: { send: async (mail) => void mails.push(mail) },
    frameFiles: async () => new Map(),
  })
  /** The mail that is sent for a login request with this `Accept-Language`. */
  const mailFor = async (accepted?: string) => {
    const headers = { origin: FRAME, ...(accepted !== undefined && { 'accept-language': accepted }) }
    const body = JSON.stringify({ email: EMAIL, site: SITE, device: 'a'.repeat(64) })
    await app.request('/accounts/email/code', { method: 'POST', headers, body })
    return mails.at(-1) ?? { subject: '', text: '' }
  }
  return { app, mailFor }
}

describe('language of the gateway', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR, fr;q=0.9, en;q=0.5, ar;q=0.7', 'ar'],
    ['fr, ja;q=0.5', 'en'],
    ['de;q=0, ar;q=0.1', 'ar'],
    ['AR-EG', 'ar'],
    ['', 'en'],
    ['*', 'en'],
    [';;;,q=,=', 'en'],
    ['constructor, __proto__', 'en'],
  ])('is read from "%s" as %s', (accepted, language) => expect(toLanguage(accepted)).toBe(language))

  it.each([
    ['en', /^\d{6} is your login code$/, 'Enter this code to log in to shop.example'],
    ['de-CH', /^\d{6} ist Ihr Anmeldecode$/, 'bei shop.example anzumelden'],
    ['ar', /^\d{6} هو رمز تسجيل الدخول$/, 'إلى \u2068shop.example\u2069 بمحفظتك'],
    ['fr', /^\d{6} is your login code$/, 'It is valid for 10 minutes.'],
  ])(
    'Accept-Language %s: a login mail has this language, or English if it is not supported',
    async (accepted, subject, text) => {
      const mail = await fresh().mailFor(accepted)
      expect(mail.subject).toMatch(subject)
      expect(mail.text).toContain(text)
      expect(mail.text.startsWith(`${mail.subject.slice(0, 6)}\n`)).toBe(true)
      expect(mail.text).not.toContain('{')
    },
  )

  it.each([
    ['en', 'ltr', 'Is it you?', 'Approve', 'This link was used before'],
    ['de', 'ltr', 'Sind Sie das?', 'Zustimmen', 'Dieser Link wurde schon verwendet'],
    ['ar', 'rtl', 'هل هذا أنت؟', 'موافقة', 'استُخدم هذا الرابط من قبل'],
  ])('%s: the page of a mail’s link has the language of the mail, not that of the browser', async (...given) => {
    const [language, direction, title, button, used] = given
    const { app, mailFor } = fresh('link')
    const { text } = await mailFor(language)
    const link = /https:\S+/.exec(text)?.[0] ?? ''
    const read = async () => (await app.request(link, { headers: { 'accept-language': 'fr, de;q=0.5' } })).text()
    const page = await read()
    expect(page).toContain(`<html lang="${language}" dir="${direction}">`)
    for (const one of [title, button, SITE, EMAIL]) expect(page).toContain(one)
    const answered = await app.request(link, { method: 'POST', body: new URLSearchParams({ answer: 'refuse' }) })
    expect(await answered.text()).toContain(`dir="${direction}"`)
    expect(await read()).toContain(used)
  })
})
