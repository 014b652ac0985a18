import { useEffect, useState } from 'react'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'

/** Finds the token at an address; `undefined` if there is none, or if the text is not an address. */
export type FindToken = (text: string, signal: AbortSignal) => Promise<AccountToken | undefined>

interface TokenAtAddress {
  readonly token?: AccountToken | undefined
  readonly isSearching: boolean
}

/** Minimum length of an address in any chain family. */
const MIN_LENGTH = 20

/** Token at the address in `text`. Ignores replies for an earlier text. */
export function useTokenAtAddress(text: string, find: FindToken | undefined): TokenAtAddress {
  const query = text.trim()
  const [result, setResult] = useState<{ readonly query: string; readonly token: AccountToken | undefined }>()
  const isAddress = find !== undefined && query.length >= MIN_LENGTH
  useEffect(() => {
    if (!isAddress) return undefined
    const controller = new AbortController()
    const settle = (token?: AccountToken): void => {
      if (!controller.signal.aborted) setResult({ query, token })
    }
    find(query, controller.signal).then(settle, () => settle())
    return () => controller.abort()
  }, [isAddress, find, query])
  if (!isAddress) return { isSearching: false }
  return result?.query === query ? { token: result.token, isSearching: false } : { isSearching: true }
}
