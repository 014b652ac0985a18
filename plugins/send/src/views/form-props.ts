import type { ViewProps } from '@wallet-modal/kernel'
import type { SendModel } from '../model.js'

/** Props of the sections of the form. */
export type FormProps = Pick<ViewProps<unknown, void, SendModel>, 'model' | 'ctx'>
