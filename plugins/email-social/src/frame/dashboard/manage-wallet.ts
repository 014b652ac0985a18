import { type Login, type LoginWithKey, readLoginWithKey } from '../account/account.js'
import { FrameError, gateway } from '../gateway.js'
import { canMakePasskey } from '../key/passkey.js'
import { isEnded, refusalText } from '../settings/code-screen.js'
import { runFlow } from '../settings/flow.js'
import { settingsText } from '../settings/settings-strings.js'
import { dashboardText } from './dashboard-strings.js'
import { chooseAction, type KeyState, type WalletAction } from './overview.js'

/** Displays the wallet of a login until the login ends. Resolves with a text for the visitor: why the login ended. */
export async function manageWallet(login: Login): Promise<string> {
  const signOut = (): void => void gateway.signOut(login.session).catch(() => undefined) // the session may have ended already
  addEventListener('pagehide', signOut)
  let notice = ''
  try {
    for (;;) {
      const state = await readState(login)
      try {
        const noticeText = notice
        const action = await runFlow((screen) => chooseAction(screen, { ...state, login, notice: noticeText }), {})
        notice = ''
        if (action === 'signOut') {
          await gateway.signOut(login.session)
          return dashboardText('signedOut')
        }
        await actions[action](login)
      } catch (error) {
        if (isEnded(error)) throw error
        const isRejected = error instanceof FrameError && error.code === 4001
        notice = isRejected ? '' : refusalText(error)
      }
    }
  } catch (error) {
    if (isEnded(error)) return dashboardText('ended')
    signOut()
    return refusalText(error)
  } finally {
    removeEventListener('pagehide', signOut)
  }
}

async function readState(login: Login): Promise<KeyState> {
  const [loginWithKey, passkeys, canAddPasskey] = await Promise.all([
    readLoginWithKey(login),
    gateway.passkeys(login.session),
    canMakePasskey(),
  ])
  return { loginWithKey, passkeys, canAddPasskey }
}

/** Returns the login with a key share in this browser. Without a share, the visitor first recovers the key, and `isRecovered` is true. */
async function withShare(
  login: Login,
  { alwaysOffersPasskey = false } = {},
): Promise<{ readonly loginWithKey: LoginWithKey; readonly isRecovered: boolean }> {
  const existing = await readLoginWithKey(login)
  if (existing) return { loginWithKey: existing, isRecovered: false }
  const address = login.account.wallet?.address
  if (address === undefined) throw new Error('The account has no wallet.')
  const { recoverKey } = await import('../key/setup.js')
  const options = { cancelLabel: settingsText('cancel'), alwaysOffersPasskey }
  return { loginWithKey: await recoverKey(login, address, options), isRecovered: true }
}

const actions: Readonly<Record<Exclude<WalletAction, 'signOut'>, (login: Login) => Promise<void>>> = {
  async devices(login) {
    const { manageDevices } = await import('../settings/devices.js')
    await runFlow((screen) => manageDevices(login, screen), {})
  },
  async passkeys(login) {
    const { managePasskeys } = await import('./passkeys.js')
    const unlock = async (): Promise<LoginWithKey> => (await withShare(login)).loginWithKey
    await runFlow((screen) => managePasskeys(login, screen, unlock), {})
  },
  async addPasskey(login) {
    const { loginWithKey, isRecovered } = await withShare(login, { alwaysOffersPasskey: true })
    if (isRecovered) return // the recovery has already offered a passkey
    const { offerPasskey } = await import('../key/passkey-screens.js')
    await offerPasskey(loginWithKey)
  },
  async exportKey(login) {
    const address = login.account.wallet?.address
    // if the account has no email login, `exportKey` asks for a passkey or the recovery code, and needs no share in this browser
    const needsNoShare = login.account.email === undefined && address !== undefined
    const loginWithKey = needsNoShare ? { ...login, address } : (await withShare(login)).loginWithKey
    const { exportKey } = await import('../settings/export-key.js')
    await runFlow((screen) => exportKey(loginWithKey, screen), {})
  },
}
