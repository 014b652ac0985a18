import type { Login, LoginWithKey } from '../account/account.js'
import { button, el } from '../element.js'
import { gateway, type Passkey } from '../gateway.js'
import { proveKey } from '../key/proof.js'
import type { FlowScreen } from '../settings/flow.js'
import { createChoiceButtons } from '../settings/guarded-screen.js'
import { settingsText, timeText } from '../settings/settings-strings.js'
import { dashboardText } from './dashboard-strings.js'

/**
 * Displays the account's passkeys, and removes each passkey that the visitor chooses. Resolves when the list is closed. `unlock` recovers the
 * account's key in this browser if necessary: the gateway removes a passkey only with a signature by the key.
 */
export async function managePasskeys(
  { session }: Login,
  screen: FlowScreen,
  unlock: () => Promise<LoginWithKey>,
): Promise<void> {
  screen.draw([el('p', { className: 'busy' }, settingsText('loading'))])
  let notice = ''
  for (;;) {
    const passkey = await choose(await gateway.passkeys(session), notice, screen)
    if (!passkey) return
    const { credentialId } = passkey
    const proof = await proveKey(await unlock(), 'remove-passkey', [credentialId])
    await gateway.removePasskey(session, { credentialId, proof })
    notice = dashboardText('passkeyRemoved')
  }
}

function nameOf({ addedAt }: Passkey, index: number): string {
  if (addedAt !== undefined) return dashboardText('passkeyAdded', { date: timeText(addedAt) })
  const number = new Intl.NumberFormat(document.documentElement.lang).format(index + 1)
  return dashboardText('passkeyNumbered', { number })
}

/** Resolves with the passkey to remove; `undefined` if the visitor closes the list. */
function choose(passkeys: readonly Passkey[], notice: string, screen: FlowScreen): Promise<Passkey | undefined> {
  return new Promise((resolve) => {
    const choiceButtons = createChoiceButtons<Passkey>(resolve)
    const cards = passkeys.map((passkey, index) => {
      const name = nameOf(passkey, index)
      const remove = choiceButtons.create(dashboardText('remove'), passkey)
      remove.setAttribute('aria-label', dashboardText('removeNamed', { name }))
      return el('article', { className: 'device' }, el('h2', {}, name), remove)
    })
    const text = dashboardText(passkeys.length === 0 ? 'noPasskeyLeft' : 'removeEffect')
    const status = el('p', { className: 'hint' }, notice)
    status.setAttribute('role', 'status')
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    const close = button(settingsText('close'), 'primary', () => resolve(undefined))
    screen.draw(
      [
        el('section', {}, el('h1', {}, dashboardText('passkeyList')), el('p', {}, text), ...cards, status),
        el('footer', {}, hint, close),
      ],
      { buttons: choiceButtons.buttons, hint },
    )
  })
}
