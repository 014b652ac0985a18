import { type Login, type ReadyLogin, storeNewKey, storeRecoveredShare } from '../account/account.js'
import { button, clear, el, show } from '../element.js'
import { gateway } from '../gateway.js'
import { fromHex, toHex } from '../hex.js'
import { rejected, untilAborted } from '../settings/flow.js'
import { showGuarded } from '../settings/guarded-screen.js'
import { settingsText } from '../settings/settings-strings.js'
import { t } from '../strings.js'
import { createKey, withKey } from './key.js'
import { hasPasskeys } from './passkey.js'
import { askForPasskey, offerPasskey } from './passkey-screens.js'
import { createRecoveryCode, sealShare } from './recovery.js'
import { createRecoveryField } from './recovery-field.js'

/**
 * Creates the account's key. Stores nothing before the visitor has confirmed that the recovery code is saved. Rejects with the reason of `loginEnd` if
 * the login ends before the last screen is closed.
 */
export async function setUpKey(login: Login, loginEnd: AbortSignal): Promise<ReadyLogin> {
  const { address, device, server, recovery } = await createKey()
  const code = createRecoveryCode()
  try {
    await showRecoveryCode(code, loginEnd)
    const sealed = toHex(await sealShare(recovery, code, address))
    await storeNewKey(login, { address, device, key: { server, recovery: sealed } })
  } finally {
    for (const share of [device, server, recovery]) share.fill(0)
    clear()
  }
  const ready = { ...login, address }
  await untilAborted(loginEnd, () => offerPasskey(ready))
  return ready
}

async function showRecoveryCode(code: string, loginEnd: AbortSignal): Promise<void> {
  let stopWatching = (): void => undefined
  const confirmed = (): Promise<void> =>
    new Promise((resolve) => {
      const box = el('code', { className: 'recovery', dir: 'ltr' }, code)
      const copy = button(t('save.copy'), 'secondary', () => {
        navigator.clipboard.writeText(code).then(
          () => copy.replaceChildren(t('save.copied')),
          () => getSelection()?.selectAllChildren(box), // without clipboard permission, the visitor copies the selected code manually
        )
      })
      const checkbox = el('input')
      checkbox.type = 'checkbox'
      const next = button(t('continue'), 'primary', () => {
        if (checkbox.checked) resolve()
      })
      checkbox.addEventListener('change', () => {
        next.disabled = !checkbox.checked
      })
      const onChange = (isVisible: boolean): void => {
        checkbox.disabled = !isVisible
        next.disabled = !isVisible || !checkbox.checked
      }
      const hint = el('p', { className: 'hint' }, settingsText('hidden'))
      stopWatching = showGuarded(
        [
          el('section', {}, el('h1', {}, t('save.title')), el('p', {}, t('save.text')), box, copy),
          el('footer', {}, hint, el('label', {}, checkbox, t('save.kept')), next),
        ],
        { buttons: [copy], hint, onChange },
      )
    })
  try {
    await untilAborted(loginEnd, confirmed)
  } finally {
    stopWatching()
  }
}

interface RecoveryOptions {
  /** Label of a button that cancels the recovery. Absent: no button. */
  readonly cancelLabel?: string
  /** Whether a new passkey is offered also after a recovery with a passkey. */
  readonly alwaysOffersPasskey?: boolean
  /** Aborted when the login ends. */
  readonly loginEnd?: AbortSignal
}

/**
 * Recovers the account's key in this browser with a passkey or the recovery code. After a recovery with the code, offers a passkey. Rejects with 4001
 * if the visitor cancels, and with the reason of `loginEnd` if the login ends meanwhile.
 */
export async function recoverKey(
  login: Login,
  address: string,
  { cancelLabel, alwaysOffersPasskey = false, loginEnd = new AbortController().signal }: RecoveryOptions = {},
): Promise<ReadyLogin> {
  const [{ share, recovery }, passkeys] = await Promise.all([
    gateway.readKey(login.session),
    hasPasskeys() ? gateway.passkeys(login.session) : [],
  ])
  const byPasskey =
    passkeys.length > 0 ? await untilAborted(loginEnd, () => askForPasskey(passkeys, address)) : undefined
  const ready = { ...login, address }
  const opened =
    byPasskey ?? (await untilAborted(loginEnd, () => askRecoveryCode(fromHex(recovery), address, cancelLabel)))
  try {
    // verifies that both shares recover the account's key; overwrites the copies
    await withKey([opened.slice(), fromHex(share)], address, () => undefined)
    await storeRecoveredShare(ready, opened)
  } finally {
    opened.fill(0)
    clear()
  }
  if (!byPasskey || alwaysOffersPasskey) await untilAborted(loginEnd, () => offerPasskey(ready))
  return ready
}

function askRecoveryCode(
  sealed: Uint8Array<ArrayBuffer>,
  address: string,
  cancelLabel: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const code = createRecoveryField(sealed, address)
    const submit = async (): Promise<void> => {
      const share = await code.open()
      if (share) resolve(share)
    }
    code.onEnter(() => void submit())
    show(
      el('section', {}, el('h1', {}, t('recover.title')), el('p', {}, t('recover.text')), ...code.nodes),
      el(
        'footer',
        {},
        button(t('continue'), 'primary', () => void submit()),
        ...(cancelLabel === undefined ? [] : [button(cancelLabel, 'secondary', () => reject(rejected()))]),
      ),
    )
  })
}
