import type { Currency, TokenBalance } from '@wallet-modal/kernel'
import { isWrappedCoin, likeness, plainName } from '@wallet-modal/kernel/assets'
import type { SourceToken } from './source-token.js'

type SpamFlag = NonNullable<TokenBalance['spamFlags']>[number]

/** Maximum length of a name. Views truncate longer names, which hides the end of the name. */
const MAX_DISPLAYED = 64

/** Characters that are invisible or change the text direction, and white space other than the space character. */
const invisibleCharacters = /[\p{C}\p{DI}\u2800]|[^\S ]/u
/** Variation selector after an emoji: invisible, but allowed. */
const emojiSelector = /(?<=\p{Extended_Pictographic})\uFE0F/gu
/** Scripts that contain letters of the same shape, such as the Latin and the Cyrillic `a`. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
]
/** Phonetic Latin letters, such as small capitals. */
const phonetic = /[\u0250-\u02AF\u1D00-\u1DBF\uA720-\uA7FF]/
/** Symbols that NFKC converts to letters or digits, but that are not mistaken for them. */
const plainSigns = /[\u00AA\u00B2\u00B3\u00B9\u00BA\u2116\u2120\u2122]/

/** Whether a text contains a symbol that looks like a letter or digit: mathematical, full-width or circled. */
const hasStyledLetters = (text: string): boolean =>
  [...text].some(
    (character) =>
      character > '\u007F' && !plainSigns.test(character) && /^[a-z\d]+$/i.test(character.normalize('NFKC')),
  )

/** Whether a text contains no Latin letters, but looks entirely Latin. */
const isWhollyConfusable = (text: string): boolean =>
  /[^\p{ASCII}]/u.test(text) && !/\p{Script=Latin}/u.test(text) && /^[a-z\d]+$/.test(likeness(text))

/** Whether a name contains invisible or look-alike characters, mixes scripts with look-alike letters, or is longer than {@link MAX_DISPLAYED}. */
export function isDeceptive(text: string): boolean {
  const name = text.replace(emojiSelector, '')
  return (
    name.length > MAX_DISPLAYED ||
    invisibleCharacters.test(name) ||
    phonetic.test(name) ||
    hasStyledLetters(name) ||
    scripts.filter((script) => script.test(name)).length > 1 ||
    isWhollyConfusable(name)
  )
}

/** Skeletons of name and symbol: equal for texts that look alike. Omits empty skeletons. */
const skeletonsOf = ({ name, symbol }: Pick<SourceToken, 'name' | 'symbol'>): readonly string[] =>
  [name, symbol].map((text) => likeness(plainName(text) ?? '')).filter((skeleton) => skeleton !== '')

interface CoinContext {
  readonly coinId: string
  readonly coin: Currency
}

/**
 * Spam flags by CAIP-19 id, of all tokens except the coin. A token is a look-alike if its name or symbol looks like that of the coin or, if it has no
 * price, like that of a token with a price. Two tokens with prices and the same name, such as one asset from two bridges, are not look-alikes of each
 * other, because the price service identifies each by its address.
 */
export function spamFlagsOf(
  tokens: readonly SourceToken[],
  { coinId, coin }: CoinContext,
): ReadonlyMap<string, readonly SpamFlag[]> {
  const skeletons = new Map(tokens.map((token) => [token.assetId, skeletonsOf(token)]))
  const deceptiveIds = new Set(
    tokens.filter(({ name, symbol }) => isDeceptive(name) || isDeceptive(symbol)).map(({ assetId }) => assetId),
  )
  const coinSkeletons = new Set(skeletonsOf(coin))
  const pricedSkeletons = new Set(
    tokens
      .filter(({ assetId, priceUsd, isReported }) => priceUsd && !isReported && !deceptiveIds.has(assetId))
      .flatMap(({ assetId }) => skeletons.get(assetId) ?? []),
  )
  const isLookAlike = (token: SourceToken): boolean =>
    !isWrappedCoin(token) &&
    (skeletons.get(token.assetId) ?? []).some(
      (skeleton) =>
        coinSkeletons.has(skeleton) ||
        ((!token.priceUsd || deceptiveIds.has(token.assetId)) && pricedSkeletons.has(skeleton)),
    )
  return new Map(
    tokens
      .filter(({ assetId }) => assetId !== coinId)
      .map((token) => [
        token.assetId,
        [
          ...(isLookAlike(token) ? (['lookAlike'] as const) : []),
          ...(deceptiveIds.has(token.assetId) ? (['hiddenText'] as const) : []),
          ...(token.isReported ? (['reported'] as const) : []),
        ],
      ]),
  )
}
