import type { FrameRequest, ReplyPayload, WalletAccountType } from '../../frame-messages.js'
import { endLogin, endOwnLogin, type Login, type LoginWithKey } from '../account/account.js'
import { chosenType, storeType } from '../account/account-type.js'
import { createApprovals } from '../approval/approvals.js'
import { clear } from '../element.js'
import { endRejectedLogin } from '../settings/end-rejected-login.js'
import { createSettings } from '../settings/settings.js'
import { setLanguage } from '../strings.js'
import { setTheme } from '../theme.js'
import { createRpcRequests } from '../transactions/rpc-requests.js'
import { createFrameSession, type FrameSession } from './frame-session.js'
import { createLoginRequests, type OtherRequest } from './login-requests.js'
import { chainOf, describeUser } from './user.js'

/** Reply to `GET_SMART_ACCOUNT_ENABLED_NETWORKS`. */
async function readEnabledNetworks(
  login: LoginWithKey,
): Promise<{ readonly smartAccountEnabledNetworks: readonly number[] }> {
  const { enabledNetworks } = await import('../transactions/smart-account.js')
  return { smartAccountEnabledNetworks: await enabledNetworks(login) }
}

/** Reply to `GET_USER`. If the login changes during the reads, describes the new login. */
async function readUser(
  session: FrameSession,
  state: Parameters<typeof describeUser>[1],
): Promise<ReplyPayload<'GET_USER'>> {
  const login = await session.finish()
  const generation = session.generation()
  const user = await describeUser(login, state)
  return generation === session.generation() ? user : readUser(session, state)
}

/**
 * Calls `run` when the visitor presses Escape. The page closes the modal on this key, but does not receive it while the frame has the focus.
 */
function onEscape(run: () => void): void {
  addEventListener('keydown', ({ key, isComposing, isTrusted }) => {
    if (key === 'Escape' && isTrusted && !isComposing) run()
  })
}

/**
 * Returns a function that handles the page's requests. It resolves with the payload of the reply. `site`: the page's origin, as reported by the
 * browser.
 */
export function createRequests(site: string): (request: FrameRequest) => Promise<unknown> {
  const session = createFrameSession(site)
  const approvals = createApprovals(session.approvals)
  const { loggedIn } = session
  const logins = createLoginRequests({ site, approvals, session })
  let chosenChain = 0 // id of the EVM chain that the page has selected; 0 for none
  /** Account type of visitors who have not chosen one. */
  let defaultType: WalletAccountType = 'eoa'
  const typeOf = async (login: LoginWithKey): Promise<WalletAccountType> => (await chosenType(login)) ?? defaultType
  const calls = createRpcRequests({ site, approvals, loggedIn, typeOf, chainOf })
  const settings = createSettings(approvals, loggedIn)
  const abort = (): void => {
    logins.abort()
    approvals.abort()
  }
  onEscape(approvals.abort)
  const leave = (): Login | null => {
    abort()
    clear()
    return session.leave()
  }
  const answer = async ({ type, payload }: OtherRequest): Promise<unknown> => {
    switch (type) {
      case '@w3m-app/SYNC_DAPP_DATA':
        return undefined // the frame identifies the site by its origin, so it does not use this data
      case '@w3m-app/SYNC_THEME':
        setTheme(payload.themeMode, payload.accent)
        return setLanguage(payload.locale ?? 'en')
      case '@w3m-app/IS_CONNECTED':
        return { isConnected: (await session.refresh()) !== null }
      case '@w3m-app/GET_USER':
        defaultType = payload?.preferredAccountType ?? 'eoa'
        return readUser(session, { chosenChain, typeOf })
      case '@w3m-app/SET_PREFERRED_ACCOUNT': {
        const login = await loggedIn()
        await storeType(login, payload.type)
        return { type: payload.type, address: login.address }
      }
      case '@w3m-app/REMOVE_DELEGATION':
        return calls.removeDelegation(payload.chainId)
      case '@w3m-app/GET_SMART_ACCOUNT_ENABLED_NETWORKS':
        return readEnabledNetworks(await loggedIn())
      case '@w3m-app/SIGN_OUT':
        return payload?.keepsStored ? endOwnLogin(leave()) : endLogin(site, leave())
      case '@w3m-app/SWITCH_NETWORK':
        chosenChain = chainOf(await loggedIn(), payload.chainId).chainId
        return { chainId: chosenChain }
      case '@w3m-app/RPC_REQUEST':
        return calls.answer(payload)
      case '@w3m-app/RPC_ABORT':
        return abort()
      case '@w3m-app/MANAGE_DEVICES':
        return settings.manageDevices()
      case '@w3m-app/EXPORT_KEY':
        return settings.exportKey()
    }
  }
  const answerAll = (request: FrameRequest): Promise<unknown> => logins.answer(request, answer)
  return endRejectedLogin(answerAll, { generation: session.generation, leave })
}
