import type { ReactNode } from 'react'
import type { TokenBalance } from '../../../domain/assets/assets.js'
import { Text } from '../../content/text.js'
import { useTransactionTexts } from '../use-transaction-texts.js'

/** Warnings about a possibly misleading token. */
export function TokenFlags({ token }: { readonly token: Pick<TokenBalance, 'spamFlags'> }): ReactNode {
  const t = useTransactionTexts()
  return token.spamFlags?.map((flag) => (
    <Text key={flag} size="caption" tone="warning">
      {t(`token.warning.${flag}`)}
    </Text>
  ))
}
