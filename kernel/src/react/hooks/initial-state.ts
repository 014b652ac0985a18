import { type Context, createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { InitialAccount, InitialState } from '../../cookie.js'
import type { AccountState } from './page-state.js'

let context: Context<InitialState> | undefined
/** Made when it is first used: nothing runs on import. */
const initialState = (): Context<InitialState> => (context ??= createContext<InitialState>([]))

export interface InitialStateProviderProps {
  /** From `readInitialState` of `@wallet-modal/kernel/cookie`: the same on the server and while hydrating. */
  readonly state: InitialState
  readonly children?: ReactNode
}

/**
 * Lets the hooks below it begin with what the visitor's browser remembers, so that a server draws the account and hydration keeps it. The
 * status is `reconnecting` until the wallet has answered.
 */
export const InitialStateProvider = ({ state, children }: InitialStateProviderProps): ReactNode =>
  createElement(initialState().Provider, { value: state }, children)

const toState = ({ namespace, address, type, ...rest }: InitialAccount): AccountState => ({
  ...rest,
  status: 'reconnecting',
  namespace,
  address,
  accounts: [{ address, type }],
})

/** The account to begin with, of one namespace or the one that was shown; the same object until the state changes. */
export function useInitialAccount(namespace: string | undefined): AccountState | undefined {
  const state = useContext(initialState())
  return useMemo(() => {
    const found = state.find((one) => namespace === undefined || one.namespace === namespace)
    return found && toState(found)
  }, [state, namespace])
}
