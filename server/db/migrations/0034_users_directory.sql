-- Users and passkeys are unique by the directory; their keys contain the entity.

select join_directory('username', 'users', 'username');
alter table users drop constraint users_username_key, add unique (entity_id, username);

select join_directory('passkey', 'user_passkeys', 'passkey_id');
alter table user_passkeys drop constraint user_passkeys_passkey_id_key;
