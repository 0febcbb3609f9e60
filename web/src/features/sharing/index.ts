export { CardEditors, EditedBy, FieldEditors } from './EditedBy';
export { ringStyle, useEditing, useEditors } from './presence';
export { ROLE_NAMES } from './roles';
export { ShareButton } from './ShareButton';
export { ShareDialog } from './ShareDialog';
