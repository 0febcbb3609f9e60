import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as accountForms from '../../messages/account_forms';
import { Field, type FieldProps } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end' | 'ref'>) {
  const [isShown, setIsShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // Hides the password on submit, because browsers may store the value of a visible field for autofill.
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <Field
      ref={field}
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton label={accountForms.showPassword()} aria-pressed={isShown} onClick={() => setIsShown(!isShown)} className="m-0.5 coarse:m-0">
          <Icon icon={isShown ? EyeOff : Eye} />
        </IconButton>
      }
    />
  );
}
