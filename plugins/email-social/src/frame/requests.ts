import type { FrameRequest, ReplyPayload, WalletAccountType } from '../frame-messages.js'
import { endLogin, keepSession, type Login, type ReadyLogin, readyLogin, restoreLogin } from './account.js'
import { chosenType, storeType } from './account-type.js'
import { createApprovals } from './approvals.js'
import { clear } from './element.js'
import { createEmailChange } from './email-change.js'
import { createEmailLogin } from './email-login.js'
import { createFarcasterLogin } from './farcaster.js'
import { type FrameChain, FrameError, gateway } from './gateway.js'
import { endWithGateway } from './settings/ended-login.js'
import { createSettings } from './settings/settings.js'
import { createSocialAttempts } from './social.js'
import { setLanguage } from './strings.js'
import { setTheme } from './theme.js'
import { createRpcRequests } from './transactions/rpc-requests.js'

const chainOf = ({ account }: Login, chainId: number): FrameChain => {
  const chain = account.chains.find((one) => one.chainId === chainId)
  if (chain) return chain
  throw new FrameError(4902, 'The embedded wallet does not know this network.')
}

/** Handles the page's requests. `site` is the page's origin, as reported by the browser. */
export function createRequests(site: string): (request: FrameRequest) => Promise<unknown> {
  const approvals = createApprovals()
  const email = createEmailLogin(site)
  const farcaster = createFarcasterLogin(site)
  const social = createSocialAttempts(site)
  let login: Login | null = null
  let ready: ReadyLogin | null = null
  let chosenChain = 0
  /** Default for visitors who have not chosen. */
  let defaultType: WalletAccountType = 'eoa'
  /** Incremented at each login and logout, so that results of an earlier login are discarded. */
  let generation = 0

  const restore = async (): Promise<ReadyLogin | null> => {
    if (ready) return ready
    const mine = generation
    const restored = login ?? (await restoreLogin(site))
    const known = restored && (await readyLogin(restored))
    if (mine !== generation) return ready // another login or logout happened meanwhile
    login = restored
    ready = known
    return ready
  }
  /** Account with a usable key, after the visitor has saved or entered the recovery code if necessary. */
  const finish = async (): Promise<ReadyLogin> => {
    const known = await restore()
    if (known) return known
    const mine = login
    if (!mine) throw new FrameError(4100, 'Log in first.')
    const { setUpKey, recoverKey } = await import('./setup.js')
    const address = mine.account.wallet?.address
    const done = address === undefined ? await setUpKey(mine) : await recoverKey(mine, address)
    if (login !== mine) throw new FrameError(4001, 'The login was ended.')
    await keepSession(mine)
    ready = done
    return done
  }
  /** Activates a session, and returns the action required from the visitor in the frame. */
  const enter = async (session: string): Promise<ReplyPayload<'CONNECT_OTP'>> => {
    const mine = ++generation
    const made = { session, account: await gateway.account(session) }
    const known = await readyLogin(made)
    if (mine !== generation) throw new FrameError(4001, 'The login was ended.')
    login = made
    ready = known
    if (known) await keepSession(made)
    return { next: known ? 'NOTHING' : made.account.wallet ? 'RECOVER' : 'SAVE_RECOVERY' }
  }
  const typeOf = async (known: ReadyLogin): Promise<WalletAccountType> => (await chosenType(known)) ?? defaultType
  const loggedIn = async (): Promise<ReadyLogin> => {
    const known = await restore()
    if (known) return known
    throw new FrameError(4100, 'Log in first.')
  }
  const setType = async (type: WalletAccountType): Promise<ReplyPayload<'SET_PREFERRED_ACCOUNT'>> => {
    const known = await loggedIn()
    await storeType(known, type)
    return { type, address: known.address }
  }
  const user = async (): Promise<ReplyPayload<'GET_USER'>> => {
    const known = await finish()
    const chains = known.account.chains.map(({ chainId }) => chainId)
    const chainId = chains.includes(chosenChain) ? chosenChain : chains[0]
    if (chainId === undefined) throw new FrameError('NO_CHAINS', 'The gateway serves no chain.')
    const { account } = known
    const { smartAccount, userName } = account
    const { readState } = await import('./transactions/smart-account.js')
    // the state of a chain that does not respond is read again before a batch
    const { isDelegated } = await readState(known, chainOf(known, chainId)).catch(() => ({ isDelegated: false }))
    const types: readonly WalletAccountType[] = smartAccount === null ? ['eoa'] : ['eoa', 'smartAccount']
    return {
      ...{ email: account.email, userName, address: known.address, chainId, chains },
      accounts: types.map((type) => ({ address: known.address, type })),
      preferredAccountType: smartAccount === null ? 'eoa' : await typeOf(known),
      smartAccountDeployed: isDelegated,
      ...(smartAccount !== null && { smartAccount }),
      solanaNetworks: account.solana?.chains.map(({ caipNetworkId }) => caipNetworkId) ?? [],
    }
  }
  const calls = createRpcRequests({ site, approvals, loggedIn, typeOf, chainOf })
  const emailChange = createEmailChange({
    site,
    approvals,
    login: loggedIn,
    changed(email) {
      if (login) login = { ...login, account: { ...login.account, email } }
      if (ready) ready = { ...ready, account: { ...ready.account, email } }
    },
  })
  const settings = createSettings(approvals, loggedIn)
  /** Ends the login in this frame. Returns the ended session. */
  const leave = (): Login | null => {
    for (const waiting of [approvals, farcaster, email]) waiting.abort()
    clear()
    const mine = login
    generation++
    login = null
    ready = null
    return mine
  }
  const answer = async ({ type, payload }: FrameRequest): Promise<unknown> => {
    switch (type) {
      case '@w3m-app/SYNC_DAPP_DATA':
        return undefined
      case '@w3m-app/SYNC_THEME':
        setTheme(payload.themeMode, payload.accent)
        return setLanguage(payload.locale ?? 'en')
      case '@w3m-app/CONNECT_EMAIL':
        return email.begin(payload.email)
      case '@w3m-app/CONNECT_DEVICE':
        return email.approved()
      case '@w3m-app/CONNECT_OTP':
        return enter(await email.verify(payload.otp))
      case '@w3m-app/UPDATE_EMAIL':
        return emailChange.begin(payload.email)
      case '@w3m-app/UPDATE_EMAIL_PRIMARY_OTP':
        return emailChange.provePrimary(payload.otp)
      case '@w3m-app/UPDATE_EMAIL_SECONDARY_OTP':
        return emailChange.proveSecondary(payload.otp)
      case '@w3m-app/GET_SOCIAL_REDIRECT_URI':
        return social.begin(payload)
      case '@w3m-app/CONNECT_SOCIAL':
        return enter(await social.redeem(payload.attempt, payload.uri))
      case '@w3m-app/GET_FARCASTER_URI':
        return farcaster.begin()
      case '@w3m-app/CONNECT_FARCASTER':
        return enter(await farcaster.approved())
      case '@w3m-app/IS_CONNECTED':
        return { isConnected: (await restore()) !== null }
      case '@w3m-app/GET_USER':
        defaultType = payload?.preferredAccountType ?? 'eoa'
        return user()
      case '@w3m-app/SET_PREFERRED_ACCOUNT':
        return setType(payload.type)
      case '@w3m-app/REMOVE_DELEGATION':
        return calls.removeDelegation(payload.chainId)
      case '@w3m-app/GET_SMART_ACCOUNT_ENABLED_NETWORKS': {
        const { enabledNetworks } = await import('./transactions/smart-account.js')
        return { smartAccountEnabledNetworks: await enabledNetworks(await loggedIn()) }
      }
      case '@w3m-app/SIGN_OUT':
        return endLogin(leave())
      case '@w3m-app/SWITCH_NETWORK': {
        chosenChain = chainOf(await loggedIn(), payload.chainId).chainId
        return { chainId: chosenChain }
      }
      case '@w3m-app/RPC_REQUEST':
        return calls.answer(payload)
      case '@w3m-app/RPC_ABORT':
        farcaster.abort()
        email.abort()
        return approvals.abort()
      case '@w3m-app/MANAGE_DEVICES':
        return settings.manageDevices()
      case '@w3m-app/EXPORT_KEY':
        return settings.exportKey()
    }
  }
  return endWithGateway(answer, { generation: () => generation, leave })
}
