import type { ViewProps } from '@wallet-modal/kernel'
import { PersistentBox } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import { FRAME } from '../contract.js'
import type { Login } from '../login.js'

type Props = ViewProps<void, void, Login>

const HEIGHT = 440

/** Room for the frame, which draws what is to be signed and the buttons. */
export const ApproveTransactionView = (_: Props): ReactNode => <PersistentBox id={FRAME} height={HEIGHT} />

/** Room for the frame, in which the recovery code is saved or entered. */
export const EmailWalletSetupView = (_: Props): ReactNode => <PersistentBox id={FRAME} height={HEIGHT} />
