import type { ViewProps } from '@wallet-modal/kernel'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'
import { OtherFamily } from './other-family.js'

type Props = ViewProps<{ readonly network: string }, void, AccountModel>

/** View for a network that needs a wallet of another chain family. */
export default function SwitchActiveChainView({ params, model, ctx }: Props): ReactNode {
  return <OtherFamily params={params} model={model} ctx={ctx} />
}
