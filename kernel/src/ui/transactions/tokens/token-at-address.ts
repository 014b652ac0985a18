import { useCallback, useEffect, useState } from 'react'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'

/**
 * Finds the token at an address. Resolves to `undefined` if there is none, or if the text is not an address. Rejects if the chain cannot be read: the
 * picker then displays an error.
 */
export type FindToken = (text: string, signal: AbortSignal) => Promise<AccountToken | undefined>

interface TokenAtAddress {
  readonly token?: AccountToken | undefined
  readonly status: 'searching' | 'done' | 'failed'
  /** Searches again after a failure. */
  retry(): void
}

interface SearchResult {
  readonly query: string
  readonly find: FindToken
  readonly token?: AccountToken | undefined
  readonly hasFailed: boolean
}

/** Minimum length of a text that is searched as an address. The numeric ids of Polkadot assets are shorter, and are not searched. */
const MIN_LENGTH = 20

/**
 * Searches for the token at the address in `text`. Does not search if `text` is shorter than {@link MIN_LENGTH}. Ignores the result of a search for
 * an earlier `text` or with an earlier `find`.
 */
export function useTokenAtAddress(text: string, find: FindToken | undefined): TokenAtAddress {
  const query = text.trim()
  const [result, setResult] = useState<SearchResult>()
  const [attempt, setAttempt] = useState(0)
  const canBeAddress = find !== undefined && query.length >= MIN_LENGTH
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` searches again
  useEffect(() => {
    if (!canBeAddress) return undefined
    const controller = new AbortController()
    const settle = (hasFailed: boolean, token?: AccountToken): void => {
      if (!controller.signal.aborted) setResult({ query, find, token, hasFailed })
    }
    find(query, controller.signal).then(
      (token) => settle(false, token),
      () => settle(true),
    )
    return () => controller.abort()
  }, [canBeAddress, find, query, attempt])
  const retry = useCallback(() => {
    setResult(undefined)
    setAttempt((before) => before + 1)
  }, [])
  if (!canBeAddress) return { status: 'done', retry }
  if (result?.query !== query || result.find !== find) return { status: 'searching', retry }
  return { token: result.token, status: result.hasFailed ? 'failed' : 'done', retry }
}
