import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type Login, type LoginWithKey, storeNewKey, storeRecoveredShare } from '../account/account.js'
import { confirmInWindow } from '../approval/confirm-in-window.js'
import type { WindowScreen } from '../approval/window-messages.js'
import { button, clear, el, show } from '../element.js'
import { gateway } from '../gateway.js'
import { type CurrentScreen, rejected, untilAborted } from '../settings/flow.js'
import { t } from '../strings.js'
import { createKey, withKey } from './key.js'
import { supportsPasskeys } from './passkey.js'
import { askForPasskey, offerPasskey } from './passkey-screens.js'
import { createRecoveryCode, sealShare } from './recovery.js'
import { displayRecoveryCode } from './recovery-code-screen.js'
import { createRecoveryField } from './recovery-field.js'

/**
 * Creates the account's key and displays its recovery code. Stores nothing before the visitor has confirmed that the code is saved. Then offers a
 * passkey. Rejects with the reason of `loginEnd` if the login ends before the last screen is closed.
 */
export async function setUpKey(login: Login, loginEnd: AbortSignal): Promise<LoginWithKey> {
  const { address, device, server, recovery } = await createKey()
  const code = createRecoveryCode()
  try {
    await showRecoveryCode(code, login, loginEnd)
    const sealed = bytesToHex(await sealShare(recovery, code, address))
    await storeNewKey(login, { address, device, key: { server, recovery: sealed } })
  } finally {
    for (const share of [device, server, recovery]) share.fill(0)
    clear()
  }
  const loginWithKey = { ...login, address }
  await untilAborted(loginEnd, () => offerPasskey(loginWithKey))
  return loginWithKey
}

async function showRecoveryCode(code: string, { account }: Login, loginEnd: AbortSignal): Promise<void> {
  const current: CurrentScreen = {}
  const screen: WindowScreen = { kind: 'recoveryCode', code }
  const display = (): Promise<void> =>
    account.approvals === 'window'
      ? confirmInWindow(t('save.title'), screen, current)
      : displayRecoveryCode(code, current)
  try {
    await untilAborted(loginEnd, display)
  } finally {
    current.refuse?.()
  }
}

interface RecoveryOptions {
  /** Label of the button that cancels the recovery. Default: there is no such button. */
  readonly cancelLabel?: string
  /** Whether a new passkey is offered even after a recovery with a passkey. Default: false. */
  readonly alwaysOffersPasskey?: boolean
  /** Aborted when the login ends. */
  readonly loginEnd?: AbortSignal
}

/**
 * Recovers the account's key in this browser with a passkey or the recovery code. After a recovery with the code, offers a passkey. Rejects with 4001
 * if the visitor cancels, and with the reason of `loginEnd` if the login ends before the last screen is closed.
 */
export async function recoverKey(
  login: Login,
  address: string,
  { cancelLabel, alwaysOffersPasskey = false, loginEnd = new AbortController().signal }: RecoveryOptions = {},
): Promise<LoginWithKey> {
  const [{ share, recovery }, passkeys] = await Promise.all([
    gateway.readKey(login.session),
    supportsPasskeys() ? gateway.passkeys(login.session) : [],
  ])
  const byPasskey =
    passkeys.length > 0 ? await untilAborted(loginEnd, () => askForPasskey(passkeys, address)) : undefined
  const loginWithKey = { ...login, address }
  const recoveredShare =
    byPasskey ?? (await untilAborted(loginEnd, () => askRecoveryCode(hexToBytes(recovery), address, cancelLabel)))
  try {
    // verifies that both shares recover the account's key; `withKey` overwrites the copies
    await withKey([recoveredShare.slice(), hexToBytes(share)], address, () => undefined)
    await storeRecoveredShare(loginWithKey, recoveredShare)
  } finally {
    recoveredShare.fill(0)
    clear()
  }
  if (!byPasskey || alwaysOffersPasskey) await untilAborted(loginEnd, () => offerPasskey(loginWithKey))
  return loginWithKey
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
