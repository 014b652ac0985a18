import { handleSignIn } from '../../../../siwx'

export { handleSignIn as GET, handleSignIn as POST }
