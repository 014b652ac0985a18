import type { Currency, TokenBalance } from '@wallet-modal/kernel'
import { likeness, plainName } from '@wallet-modal/kernel/assets'
import { isWrappedCoin } from './doubles.js'
import type { Held } from './held.js'

type Doubt = NonNullable<TokenBalance['doubts']>[number]

/** What is longer is cut where it is shown, so that its end is hidden. */
const MAX_SHOWN = 64

/** Characters that are not seen, or change the direction of others. A picture's own variation selector is neither. */
const unseen = /[\p{C}\p{DI}\u2800]|[^\S ]/u
const pictureMark = /(?<=\p{Extended_Pictographic})\uFE0F/gu
/** Letters of other scripts that readers of Latin take for theirs. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
]
/** Latin letters made for phonetic writing: small capitals and the like. */
const phonetic = /[\u0250-\u02AF\u1D00-\u1DBF\uA720-\uA7FF]/
/** Signs that NFKC spells out and nobody takes for a letter. */
const plainSigns = /[\u00AA\u00B2\u00B3\u00B9\u00BA\u2116\u2120\u2122]/

/** Whether it is written with a sign that only looks like a letter or digit: mathematical, full-width, circled. */
const hasStyledLetters = (text: string): boolean =>
  [...text].some((sign) => sign > '\u007F' && !plainSigns.test(sign) && /^[a-z\d]+$/i.test(sign.normalize('NFKC')))

/** All of it in another script, and all of it looks Latin. */
const isWhollyConfusable = (text: string): boolean =>
  /[^\p{ASCII}]/u.test(text) && !/\p{Script=Latin}/u.test(text) && /^[a-z\d]+$/.test(likeness(text))

/** Whether a name holds what nobody sees, or what only looks like something else. */
export function isDeceptive(text: string): boolean {
  const read = text.replace(pictureMark, '')
  return (
    read.length > MAX_SHOWN ||
    unseen.test(read) ||
    phonetic.test(read) ||
    hasStyledLetters(read) ||
    scripts.filter((script) => script.test(read)).length > 1 ||
    isWhollyConfusable(read)
  )
}

/** How a name looks to somebody who does not look twice; `''` where there is nothing to see. */
const looksOf = ({ name, symbol }: Pick<Held, 'name' | 'symbol'>): readonly string[] =>
  [name, symbol].map((text) => likeness(plainName(text) ?? '')).filter((look) => look !== '')

interface Kinds {
  readonly coinId: string
  readonly coin: Currency
}

/**
 * What speaks against each token, by its CAIP-19 id. A token that has a price is not doubted for another one with a price: the service knows
 * both by their addresses, as it does where an asset came over two bridges.
 */
export function doubtsOf(tokens: readonly Held[], { coinId, coin }: Kinds): ReadonlyMap<string, readonly Doubt[]> {
  const looks = new Map(tokens.map((token) => [token.assetId, looksOf(token)]))
  const hidden = new Set(
    tokens.filter(({ name, symbol }) => isDeceptive(name) || isDeceptive(symbol)).map(({ assetId }) => assetId),
  )
  const ofCoin = new Set(looksOf(coin))
  const ofPriced = new Set(
    tokens
      .filter(({ assetId, priceUsd, isReported }) => priceUsd && !isReported && !hidden.has(assetId))
      .flatMap(({ assetId }) => looks.get(assetId) ?? []),
  )
  const isLookAlike = (token: Held): boolean =>
    !isWrappedCoin(token) &&
    (looks.get(token.assetId) ?? []).some(
      (look) => ofCoin.has(look) || ((!token.priceUsd || hidden.has(token.assetId)) && ofPriced.has(look)),
    )
  return new Map(
    tokens
      .filter(({ assetId }) => assetId !== coinId)
      .map((token) => [
        token.assetId,
        [
          ...(isLookAlike(token) ? (['lookAlike'] as const) : []),
          ...(hidden.has(token.assetId) ? (['hiddenText'] as const) : []),
          ...(token.isReported ? (['reported'] as const) : []),
        ],
      ]),
  )
}
