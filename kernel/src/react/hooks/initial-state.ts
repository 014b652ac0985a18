import { type Context, createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { InitialAccount, InitialState } from '../../cookie.js'
import type { RestoredAccount } from './page-state.js'

let context: Context<InitialState> | undefined
/** Creates the context on first use, because importing a module of the kernel must have no side effects. */
const initialState = (): Context<InitialState> => (context ??= createContext<InitialState>([]))

export interface InitialStateProviderProps {
  /** Result of `readInitialState` of `@wallet-modal/kernel/cookie`. Pass the same value on the server and during hydration. */
  readonly state: InitialState
  readonly children?: ReactNode
}

/**
 * Provides the stored accounts to the hooks in `children`, for server rendering and hydration. Each account has the status `reconnecting` until its
 * wallet has replied.
 */
export const InitialStateProvider = ({ state, children }: InitialStateProviderProps): ReactNode =>
  createElement(initialState().Provider, { value: state }, children)

const toState = ({ namespace, address, type, ...rest }: InitialAccount): RestoredAccount => ({
  ...rest,
  status: 'reconnecting',
  namespace,
  address,
  accounts: [{ address, type }],
})

/** Account of a namespace in the initial state; without a namespace, the active account. Stays the same object until the state changes. */
export function useInitialAccount(namespace: string | undefined): RestoredAccount | undefined {
  const state = useContext(initialState())
  return useMemo(() => {
    const account = state.find((one) => namespace === undefined || one.namespace === namespace)
    return account && toState(account)
  }, [state, namespace])
}
