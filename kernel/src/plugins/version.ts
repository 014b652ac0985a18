/** Kernel version. Each plugin's field `kernel`, such as `^0.1`, is compared with it. */
export const KERNEL_VERSION = { major: 0, minor: 1 } as const

/** Sent as the query parameter `sv` with requests to services, except to third-party services. */
export const SDK_VERSION = `wallet-modal-${KERNEL_VERSION.major}.${KERNEL_VERSION.minor}`
