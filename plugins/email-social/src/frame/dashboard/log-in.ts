import { isEmail } from '../../is-email.js'
import type { Login } from '../account/account.js'
import { button, el } from '../element.js'
import { gateway } from '../gateway.js'
import { createEmailLogin, type EmailLogin } from '../login/email-login.js'
import { askForCode, refusalText } from '../settings/code-screen.js'
import type { FlowScreen } from '../settings/flow.js'
import { settingsText } from '../settings/settings-strings.js'
import { dashboardText } from './dashboard-strings.js'
import { type ServiceLogin, serviceButtons, waitForService } from './service-login.js'

/**
 * Logs in by email or with a social login, and resolves when a login succeeds. The site of the login is the dashboard's own origin. `notice`:
 * displayed text about the end of the previous login; empty for none.
 */
export async function logIn(screen: FlowScreen, notice: string): Promise<Login> {
  const email = createEmailLogin(location.origin)
  let noticeText = notice
  let typedEmail = ''
  for (;;) {
    const choice = await askForLogin(screen, email, { noticeText, typedEmail })
    noticeText = ''
    try {
      let session: string | undefined
      if ('service' in choice) session = await waitForService(screen, choice)
      else {
        typedEmail = choice.address
        if (choice.isLink && !(await waitForLink(screen, email, typedEmail))) continue
        const title = dashboardText('title')
        session = await askForCode(screen, { title, email: typedEmail, send: email.verify })
      }
      if (session !== undefined) return { session, account: await gateway.account(session) }
    } catch (error) {
      noticeText = refusalText(error)
    }
  }
}

interface SentMail {
  readonly address: string
  /** Whether a link was sent instead of a code, because this browser is not registered for the address. */
  readonly isLink: boolean
}

/**
 * Displays the email field and the social logins. Resolves when the gateway has sent a code or a link, or when the visitor chooses a social login.
 */
function askForLogin(
  screen: FlowScreen,
  email: EmailLogin,
  { noticeText, typedEmail }: { readonly noticeText: string; readonly typedEmail: string },
): Promise<SentMail | ServiceLogin> {
  return new Promise((resolve) => {
    const field = el('input', { dir: 'ltr' })
    Object.assign(field, { type: 'email', autocomplete: 'email', value: typedEmail })
    const error = el('p', { className: 'error' }, noticeText)
    error.setAttribute('role', 'status')
    const submit = async (): Promise<void> => {
      if (next.disabled) return
      const address = field.value.trim() // read once: the visitor can change the field during the request
      if (!isEmail(address)) return error.replaceChildren(dashboardText('notAnEmail'))
      next.disabled = true
      error.replaceChildren()
      try {
        const { action } = await email.begin(address)
        resolve({ address, isLink: action === 'VERIFY_DEVICE' })
      } catch (failure) {
        error.replaceChildren(refusalText(failure))
        next.disabled = false
      }
    }
    const next = button(settingsText('export.send'), 'primary', () => void submit())
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.isTrusted) void submit()
    })
    screen.draw([
      el(
        'section',
        {},
        el('h1', {}, dashboardText('title')),
        el('p', {}, dashboardText('intro')),
        el('label', { className: 'field' }, dashboardText('email'), field),
        error,
      ),
      el('footer', {}, next, ...serviceButtons(resolve)),
    ])
    field.focus()
  })
}

/**
 * Waits for the mailed link. Resolves with true when the link was approved and a code was sent, with false if the visitor cancelled. Rejects if the
 * link was refused or has expired.
 */
function waitForLink(screen: FlowScreen, email: EmailLogin, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = button(settingsText('cancel'), 'secondary', () => {
      email.abort()
      resolve(false)
    })
    const status = el('p', {}, dashboardText('link'), ' ', el('bdi', {}, address))
    status.setAttribute('role', 'status')
    screen.draw([el('section', {}, el('h1', {}, dashboardText('title')), status), el('footer', {}, cancel)])
    email.approved().then(() => resolve(true), reject)
  })
}
