export { MailDisabledInfo } from './notices';
export { PASSWORD_ERROR_FIELDS } from './passwordErrors';
export { PasswordField } from './PasswordField';
export { PasswordStrength } from './PasswordStrength';
