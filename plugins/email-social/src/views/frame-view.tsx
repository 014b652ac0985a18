import type { ViewProps } from '@wallet-modal/kernel'
import { PersistentBox } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { FRAME } from '../contract.js'
import type { Login } from '../login/login.js'

type Props = ViewProps<void, void, Login>

const HEIGHT = 440

/** Container for the embedded wallet's frame. The frame draws the contents and the buttons itself. */
export const FrameView = (_: Props): ReactNode => <PersistentBox id={FRAME} height={HEIGHT} />
