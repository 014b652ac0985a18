/** Kernel version. Each plugin's field `kernel`, such as `^0.1`, is compared with it. */
export const KERNEL_VERSION = { major: 0, minor: 1 } as const

/** Sent as `sv` with all requests to services. */
export const SDK_VERSION = `wallet-modal-${KERNEL_VERSION.major}.${KERNEL_VERSION.minor}`
