export { MailDisabledInfo } from './messages';
export { PASSWORD_ERROR_FIELDS } from './passwordErrors';
export { PasswordField } from './PasswordField';
export { PasswordStrength } from './PasswordStrength';
