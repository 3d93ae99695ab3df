-- Errors of mail servers and gateways named hosts of the server's network. Of each that is kept, only what the list of
-- such words has stays.
update delivered_message set error = 'it could not be sent'
where channel <> 'webhook' and error <> ''
  and error !~ '^(the (SMS|WeChat) gateway answered [0-9]{3}|no provider is set up|the server ended before it was sent|its reader may no longer see all that it tells of)$';
